import { describe, expect, it } from 'vitest';
import { readAddress } from './address.ts';

describe('readAddress', () => {
  it('has nothing to say of a plain address', () => {
    expect(readAddress('https://login.example/a?b=c')).toEqual({
      host: 'login.example',
      warnings: [],
      openable: true,
    });
  });

  it.each([
    ['javascript:alert(1)', 'javascript:'],
    ['file:///etc/passwd', 'file:'],
    ['data:text/html,x', 'data:'],
    ['vscode://open', 'vscode:'],
    ['http://login.example/', 'not encrypted'],
    ['https://bank.example@evil.example/', 'before the @'],
    ['no address', 'no address'],
  ])('%s is not opened', (address, warning) => {
    const { warnings, openable } = readAddress(address);
    expect(openable).toBe(false);
    expect(warnings.join(' ')).toContain(warning);
  });

  it.each([
    ['https://bаnk.example/', 'xn--', 'letters'],
    ['https://127.0.0.1:8443/', '127.0.0.1:8443', 'port 8443'],
    ['https://[::1]/', '[::1]', 'number'],
  ])('%s is opened with a warning', (address, host, warning) => {
    const facts = readAddress(address);
    expect(facts.openable).toBe(true);
    expect(facts.host).toContain(host);
    expect(facts.warnings.join(' ')).toContain(warning);
  });
});
