import { useState } from 'react';
import { ariaDescribedByIds, type FieldProps, type RJSFSchema } from '@rjsf/utils';
import { Input } from '../components/Input.tsx';
import { parseNumber } from './number.ts';

/** A number, exact for integers of any size. What is no number yet stays in the field and is sent as the text it is. */
export function NumberField(props: FieldProps<unknown, RJSFSchema, object>) {
  const {
    fieldPathId,
    formData,
    schema,
    required = false,
    disabled = false,
    readonly = false,
    rawErrors = [],
    onChange,
  } = props;
  const [typed, setTyped] = useState('');
  const { StringField } = props.registry.fields;
  if (StringField && schema.enum) return <StringField {...props} />;
  const known = formData === undefined || formData === null ? '' : textOf(formData);
  const text = typed !== '' && parseNumber(typed) === formData ? typed : known;
  const id = fieldPathId.$id;
  return (
    <Input
      id={id}
      mono
      inputMode="decimal"
      value={text}
      disabled={disabled || readonly}
      placeholder={
        schema.default === undefined
          ? 'not sent'
          : `not sent, the server takes ${JSON.stringify(schema.default)}`
      }
      aria-required={required}
      aria-invalid={rawErrors.length > 0}
      aria-describedby={ariaDescribedByIds(id)}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(target.value === '' ? undefined : parseNumber(target.value), fieldPathId.path);
      }}
    />
  );
}

const textOf = (value: unknown): string =>
  typeof value === 'number' || typeof value === 'bigint' || typeof value === 'string' ? String(value) : '';
