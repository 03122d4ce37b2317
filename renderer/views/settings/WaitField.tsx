import { useState } from 'react';
import { Field } from '../../components/Field.tsx';
import { Input } from '../../components/Input.tsx';

const MOST_MS = 60_000;

interface WaitFieldProps {
  readonly value: number;
  readonly onChange: (ms: number) => void;
}

/** How long a verdict waits for a late boundary; takes effect when the field is left with a number in it. */
export function WaitField({ value, onChange }: WaitFieldProps) {
  const [typed, setTyped] = useState<string>();
  const text = typed ?? String(value);
  const ms = Number(text);
  const valid = /^\d+$/.test(text) && ms <= MOST_MS;
  return (
    <Field
      label="Wait for a late boundary (ms)"
      hint="A call is held back this long from its verdict when the request that closes its window has not been seen yet."
      error={valid ? undefined : `A whole number of milliseconds, at most ${MOST_MS.toLocaleString('en')}.`}
    >
      {({ id, describedBy, invalid }) => (
        <Input
          id={id}
          inputMode="numeric"
          aria-describedby={describedBy}
          aria-invalid={invalid}
          value={text}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={() => {
            if (valid && ms !== value) onChange(ms);
            setTyped(undefined);
          }}
          onKeyDown={({ key, currentTarget }) => {
            if (key === 'Enter') currentTarget.blur();
          }}
        />
      )}
    </Field>
  );
}
