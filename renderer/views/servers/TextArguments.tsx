import { useId } from 'react';
import { X } from 'lucide-react';
import type { CommandArgs } from '../../../shared/contract.ts';
import { isObject, parseJson } from '../../../shared/json.ts';
import { IconButton } from '../../components/IconButton.tsx';
import { useApp } from '../../stores/hooks.ts';
import { CompletionInput } from './CompletionInput.tsx';
import form from '../../form/form.module.css';

/** Texts by name; a name that is not there is not sent, an empty text is. */
export type Texts = Readonly<Record<string, string>>;

interface TextArgument {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly required: boolean;
}

interface TextArgumentsProps {
  readonly server: string;
  /** What the server completes for. */
  readonly completes: CommandArgs<'completion.complete'>['ref'];
  readonly fields: readonly TextArgument[];
  readonly values: Texts;
  readonly disabled?: boolean;
  readonly onChange: (values: Texts) => void;
}

/** The texts that a prompt or a template wants, completed by the server that asks for them. */
export function TextArguments(props: TextArgumentsProps) {
  const { fields } = props;
  return (
    <div className={form.members}>
      {fields.map((field) => (
        <TextField key={field.name} {...props} field={field} />
      ))}
    </div>
  );
}

function TextField(props: TextArgumentsProps & { readonly field: TextArgument }) {
  const { server, completes, values, disabled = false, onChange, field } = props;
  const { name, title, description, required } = field;
  const { client } = useApp();
  const id = useId();
  const given = Object.hasOwn(values, name) ? values[name] : undefined;

  const complete = async (value: string, signal: AbortSignal): Promise<readonly string[]> => {
    const { [name]: _own, ...context } = values;
    const reply = await client.request(
      'completion.complete',
      { server, ref: completes, argument: { name, value }, context },
      { signal },
    );
    return reply.ok ? suggestionsIn(reply.value.resultJson) : [];
  };

  const leaveOut = (): void => {
    const { [name]: _left, ...rest } = values;
    onChange(rest);
  };

  return (
    <div className={form.field}>
      <label htmlFor={id} className={form.label}>
        {title ?? name}
        {title !== undefined && title !== name && <code> {name}</code>}
        {required && <span className={form.required}> required</span>}
      </label>
      {description !== undefined && (
        <p id={`${id}-says`} className={form.note}>
          {description}
        </p>
      )}
      <div className={form.control}>
        <div className={form.grow}>
          <CompletionInput
            id={id}
            value={given ?? ''}
            placeholder={given === undefined ? 'not sent' : 'empty text'}
            required={required}
            disabled={disabled}
            describedBy={description === undefined ? undefined : `${id}-says`}
            onChange={(value) => onChange({ ...values, [name]: value })}
            complete={complete}
          />
        </div>
        {given !== undefined && !disabled && (
          <IconButton icon={X} label={`Leave out ${title ?? name}`} onClick={leaveOut} />
        )}
      </div>
    </div>
  );
}

const MOST = 100;

/** The values of a completion, those that are texts. */
function suggestionsIn(resultJson: string | undefined): readonly string[] {
  if (resultJson === undefined) return [];
  const result = parseJson(resultJson);
  const completion = isObject(result) ? result['completion'] : undefined;
  const values = isObject(completion) ? completion['values'] : undefined;
  return Array.isArray(values)
    ? values.filter((value): value is string => typeof value === 'string').slice(0, MOST)
    : [];
}
