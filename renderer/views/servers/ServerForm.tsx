import type { ServerConfig } from '../../../shared/contract.ts';
import { Button } from '../../components/Button.tsx';
import { Field } from '../../components/Field.tsx';
import { Input } from '../../components/Input.tsx';
import { Select } from '../../components/Select.tsx';
import { Switch } from '../../components/Switch.tsx';
import { AuthorizationFields } from './AuthorizationFields.tsx';
import type { DraftErrors, ServerDraft } from './serverDraft.ts';
import { splitCommand } from './splitCommand.ts';
import { TextRows } from './TextRows.tsx';
import { ValueRows } from './ValueRows.tsx';
import styles from './ServerForm.module.css';

interface ServerFormProps {
  readonly draft: ServerDraft;
  readonly errors: DraftErrors;
  readonly onChange: (draft: ServerDraft) => void;
  /** A registered server keeps its name. */
  readonly named?: boolean;
}

/** The fields of one server: its command or its address, and the rest folded away. */
export function ServerForm({ draft, errors, onChange, named = false }: ServerFormProps) {
  const set = (change: Partial<ServerDraft>): void => onChange({ ...draft, ...change });
  return (
    <div className={styles.form}>
      <Field
        label="Name"
        error={errors.name}
        hint="Under this name it stands in the list, and hosts make their names from it."
      >
        {({ id, describedBy, invalid }) => (
          <Input
            id={id}
            aria-describedby={describedBy}
            aria-invalid={invalid}
            disabled={named}
            value={draft.name}
            onChange={({ target }) => set({ name: target.value })}
          />
        )}
      </Field>
      {draft.kind === 'stdio' ? (
        <>
          <Field label="Command" error={errors.command}>
            {({ id, describedBy, invalid }) => (
              <Input
                id={id}
                mono
                placeholder="npx"
                aria-describedby={describedBy}
                aria-invalid={invalid}
                value={draft.command}
                onChange={({ target }) => set({ command: target.value })}
              />
            )}
          </Field>
          <SplitOffer draft={draft} onSplit={set} />
          <TextRows
            label="Arguments"
            noun="Argument"
            values={draft.args}
            onChange={(args) => set({ args })}
          />
          <Field label="Working directory" hint="Empty: where Throughline runs.">
            {({ id, describedBy }) => (
              <Input
                id={id}
                mono
                aria-describedby={describedBy}
                value={draft.cwd}
                onChange={({ target }) => set({ cwd: target.value })}
              />
            )}
          </Field>
          <ValueRows
            label="Environment"
            noun="variable"
            rows={draft.env}
            error={errors.values}
            onChange={(env) => set({ env })}
          />
        </>
      ) : (
        <>
          <Field label="URL" error={errors.url}>
            {({ id, describedBy, invalid }) => (
              <Input
                id={id}
                mono
                placeholder="https://example.com/mcp"
                aria-describedby={describedBy}
                aria-invalid={invalid}
                value={draft.url}
                onChange={({ target }) => set({ url: target.value })}
              />
            )}
          </Field>
          <ValueRows
            label="Headers"
            noun="header"
            rows={draft.headers}
            error={errors.values}
            onChange={(headers) => set({ headers })}
          />
          <AuthorizationFields
            draft={draft.authorization}
            errors={errors.authorization ?? {}}
            onChange={(authorization) => set({ authorization })}
          />
        </>
      )}
      <details
        className={styles.more}
        open={errors.callTimeoutMs !== undefined || errors.roots !== undefined || undefined}
      >
        <summary>More</summary>
        <div className={styles.form}>
          <Field label="Protocol era" hint="Automatic asks in the modern way first.">
            {({ id }) => (
              <Select<ServerConfig['era']>
                id={id}
                value={draft.era}
                options={eras}
                onChange={(era) => set({ era })}
              />
            )}
          </Field>
          <Field label="Approval mode" hint="What the built-in host asks about.">
            {({ id }) => (
              <Select<ServerConfig['approvalMode']>
                id={id}
                value={draft.approvalMode}
                options={modes}
                onChange={(approvalMode) => set({ approvalMode })}
              />
            )}
          </Field>
          <Field label="Limit of a call (ms)" error={errors.callTimeoutMs}>
            {({ id, describedBy, invalid }) => (
              <Input
                id={id}
                inputMode="numeric"
                aria-describedby={describedBy}
                aria-invalid={invalid}
                value={draft.callTimeoutMs}
                onChange={({ target }) => set({ callTimeoutMs: target.value })}
              />
            )}
          </Field>
          <Field
            label="Roots"
            hint={
              draft.roots === undefined
                ? 'Not offered: the server cannot ask for your folders.'
                : 'The server is told of these when it asks. They are a hint; nothing keeps it out of others.'
            }
          >
            {({ id, describedBy }) => (
              <Switch
                id={id}
                describedBy={describedBy}
                checked={draft.roots !== undefined}
                onChange={(offers) => set({ roots: offers ? [''] : undefined })}
              />
            )}
          </Field>
          {draft.roots && (
            <TextRows
              label="Folders"
              noun="Folder"
              placeholder="/home/me/project"
              values={draft.roots}
              error={errors.roots}
              onChange={(roots) => set({ roots })}
            />
          )}
          <Field label="Required" hint="A run of the built-in host fails when this server does not start.">
            {({ id, describedBy }) => (
              <Switch
                id={id}
                describedBy={describedBy}
                checked={draft.required}
                onChange={(required) => set({ required })}
              />
            )}
          </Field>
        </div>
      </details>
    </div>
  );
}

interface SplitOfferProps {
  readonly draft: ServerDraft;
  readonly onSplit: (change: Pick<ServerDraft, 'command' | 'args'>) => void;
}

/** A pasted command line would be looked for as one program of that name. */
function SplitOffer({ draft, onSplit }: SplitOfferProps) {
  if (draft.args.some((arg) => arg !== '')) return null;
  const [command, ...args] = splitCommand(draft.command) ?? [];
  if (command === undefined || args.length === 0) return null;
  return (
    <div className={styles.offer} role="status">
      <span>With its spaces this is the name of one program.</span>
      <Button onClick={() => onSplit({ command, args })}>Split into command and arguments</Button>
    </div>
  );
}

const eras = [
  { value: 'auto', label: 'Automatic' },
  { value: 'modern', label: 'Modern only' },
  { value: 'legacy', label: 'Legacy only' },
] as const;

const modes = [
  { value: 'auto', label: 'auto', hint: 'as the tool’s hints say' },
  { value: 'prompt', label: 'prompt', hint: 'every call' },
  { value: 'writes', label: 'writes', hint: 'what is not read-only' },
  { value: 'approve', label: 'approve', hint: 'nothing' },
] as const;
