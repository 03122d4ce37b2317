import { describe, expect, it } from 'vitest';
import { expandTemplate, isTemplate, templateVariables } from './uri-template.ts';

const values = {
  var: 'value',
  hello: 'Hello World!',
  half: '50%',
  empty: '',
  path: '/foo/bar',
  x: '1024',
  y: '768',
  list: ['red', 'green', 'blue'],
  keys: { semi: ';', dot: '.', comma: ',' },
  nothing: [],
};

describe('expandTemplate', () => {
  it.each([
    ['{var}', 'value'],
    ['{hello}', 'Hello%20World%21'],
    ['{half}', '50%25'],
    ['{+hello}', 'Hello%20World!'],
    ['{+path}/here', '/foo/bar/here'],
    ['{#path,x}/here', '#/foo/bar,1024/here'],
    ['{x,y}', '1024,768'],
    ['{x,hello,y}', '1024,Hello%20World%21,768'],
    ['X{.x,y}', 'X.1024.768'],
    ['{/var,empty}', '/value/'],
    ['{;x,y,empty}', ';x=1024;y=768;empty'],
    ['{?x,y,empty}', '?x=1024&y=768&empty='],
    ['?fixed=yes{&x}', '?fixed=yes&x=1024'],
    ['{var:3}', 'val'],
    ['{var:30}', 'value'],
    ['{list}', 'red,green,blue'],
    ['{list*}', 'red,green,blue'],
    ['{/list*}', '/red/green/blue'],
    ['{?list*}', '?list=red&list=green&list=blue'],
    ['{keys}', 'semi,%3B,dot,.,comma,%2C'],
    ['{keys*}', 'semi=%3B,dot=.,comma=%2C'],
    ['{?keys*}', '?semi=%3B&dot=.&comma=%2C'],
    ['{;keys}', ';keys=semi,%3B,dot,.,comma,%2C'],
    ['a{missing}b{?missing}c{/nothing*}', 'abc'],
    ['test://{var}/{x}', 'test://value/1024'],
  ])('%s is %s', (template, expanded) => {
    expect(isTemplate(template)).toBe(true);
    expect(expandTemplate(template, values)).toBe(expanded);
  });

  it.each(['{', 'a}b', '{a', '{}', '{a b}', '{=a}', '{a:0}', '{a,,b}', '{{a}}'])(
    '%s is no template and stays as it is',
    (template) => {
      expect(isTemplate(template)).toBe(false);
    },
  );
});

describe('templateVariables', () => {
  it('names each variable once, without its modifiers', () => {
    expect(templateVariables('file://{/path*}{?q,limit:3,q}')).toEqual(['path', 'q', 'limit']);
  });
});
