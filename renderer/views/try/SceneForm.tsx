import type { HostId } from '../../../shared/hosts/index.ts';
import { Field } from '../../components/Field.tsx';
import { Input } from '../../components/Input.tsx';
import { Select, type SelectOption } from '../../components/Select.tsx';
import { MODES } from './modes.ts';
import { HINTS, type Hint, type HintName, type Scene } from './scene.ts';
import styles from './Try.module.css';

interface SceneFormProps {
  readonly scene: Scene;
  readonly hosts: readonly HostId[];
  readonly onChange: (scene: Scene) => void;
}

const option = <Value extends string>(value: Value, label: string = value): SelectOption<Value> => ({
  value,
  label,
});
const LEFT_OUT = option('', 'left out');

const HINT_WORDS: Record<HintName, string> = {
  readOnlyHint: 'only reads',
  destructiveHint: 'can destroy',
  openWorldHint: 'open world',
};
const hints: readonly SelectOption<Hint>[] = [
  option('as listed'),
  option('absent'),
  option('true'),
  option('false'),
];
const policies: readonly SelectOption<Scene['policy']>[] = [
  LEFT_OUT,
  ...(['untrusted', 'on-failure', 'on-request', 'granular', 'never'] as const).map((one) => option(one)),
];
const sandboxes: readonly SelectOption<Scene['sandbox']>[] = [
  LEFT_OUT,
  ...(['read-only', 'workspace-write', 'full-disk-write', 'external', 'disabled'] as const).map((one) =>
    option(one),
  ),
];
const answers: readonly SelectOption<'' | 'yes' | 'no'>[] = [LEFT_OUT, option('yes'), option('no')];

/** The inputs of one decision. What only another host reads is not offered. */
export function SceneForm({ scene, hosts, onChange }: SceneFormProps) {
  const set = <Key extends keyof Scene>(key: Key, value: Scene[Key]): void =>
    onChange({ ...scene, [key]: value });
  const modes = [...new Set(hosts.flatMap((host) => MODES[host]))];
  const some = (...ids: readonly HostId[]): boolean => hosts.some((host) => ids.includes(host));
  return (
    <div className={styles.form}>
      {HINTS.map((name) => (
        <Choice
          key={name}
          label={`Server says: ${HINT_WORDS[name]}`}
          value={scene.hints[name]}
          options={hints}
          onChange={(value) => set('hints', { ...scene.hints, [name]: value })}
        />
      ))}
      {modes.length > 0 && (
        <Choice
          label="Mode"
          value={scene.mode}
          options={[LEFT_OUT, ...modes.map((one) => option<string>(one))]}
          onChange={(mode) => set('mode', mode)}
        />
      )}
      {some('codex') && (
        <>
          <Choice
            label="Policy"
            value={scene.policy}
            options={policies}
            onChange={(policy) => set('policy', policy)}
          />
          <Choice
            label="Sandbox"
            value={scene.sandbox}
            options={sandboxes}
            onChange={(sandbox) => set('sandbox', sandbox)}
          />
        </>
      )}
      <Choice
        label="Remembered in this session"
        value={scene.session}
        options={answers}
        onChange={(session) => set('session', session)}
      />
      <Choice
        label="Somebody can answer"
        value={scene.person}
        options={answers}
        onChange={(person) => set('person', person)}
      />
      {some('gemini', 'qwen') && (
        <Choice
          label="Server is trusted"
          value={scene.trust}
          options={answers}
          onChange={(trust) => set('trust', trust)}
        />
      )}
      {hosts.some((host) => host !== 'codex') &&
        (['deny', 'ask', 'allow'] as const).map((kind) => (
          <Field key={kind} label={`Rules that ${kind}`}>
            {({ id }) => (
              <Input
                id={id}
                mono
                placeholder="patterns, with commas"
                value={scene[kind]}
                onChange={({ target }) => set(kind, target.value)}
              />
            )}
          </Field>
        ))}
    </div>
  );
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly SelectOption<Value>[];
  readonly onChange: (value: Value) => void;
}

function Choice<Value extends string>({ label, value, options, onChange }: ChoiceProps<Value>) {
  return (
    <Field label={label}>
      {({ id }) => <Select id={id} value={value} options={options} onChange={onChange} />}
    </Field>
  );
}
