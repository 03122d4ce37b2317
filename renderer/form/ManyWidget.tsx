import type { RJSFSchema, WidgetProps } from '@rjsf/utils';
import { Checkbox } from '../components/Checkbox.tsx';
import { choicesOf, sameValue } from './choices.ts';
import styles from './form.module.css';

/** Any number of the listed values. */
export function ManyWidget(props: WidgetProps<unknown, RJSFSchema, object>) {
  const { id, label, disabled = false, readonly = false, onChange } = props;
  const choices = choicesOf(props.schema.items, props.options.enumOptions);
  const value: unknown = props.value;
  const chosen: readonly unknown[] = Array.isArray(value) ? value : [];
  const toggle = (one: unknown, on: boolean): void =>
    onChange(
      choices
        .map((choice) => choice.value)
        .filter((each) => (sameValue(each, one) ? on : chosen.some((other) => sameValue(other, each)))),
    );
  return (
    <div role="group" aria-label={label} id={id} className={styles.many}>
      {choices.map((choice, at) => (
        <label key={choice.label} htmlFor={`${id}-${at}`} className={styles.one}>
          <Checkbox
            id={`${id}-${at}`}
            checked={chosen.some((other) => sameValue(other, choice.value))}
            disabled={disabled || readonly}
            onChange={(on) => toggle(choice.value, on)}
          />
          {choice.label}
        </label>
      ))}
    </div>
  );
}
