import { ariaDescribedByIds, type RJSFSchema, type WidgetProps } from '@rjsf/utils';
import { choicesOf, sameValue } from './choices.ts';
import { ManyWidget } from './ManyWidget.tsx';
import { Select, type SelectOption } from '../components/Select.tsx';

const ABSENT = 'absent';

/** One of the listed values, or several where several are asked for; also yes, no or not sent for a boolean. */
export function ChoiceWidget(props: WidgetProps<unknown, RJSFSchema, object>) {
  return props.multiple === true ? <ManyWidget {...props} /> : <OneOfMany {...props} />;
}

function OneOfMany(props: WidgetProps<unknown, RJSFSchema, object>) {
  const { id, required = false, disabled = false, readonly = false, rawErrors = [], onChange } = props;
  const choices = choicesOf(props.schema, props.options.enumOptions);
  const value: unknown = props.value;
  const listed: SelectOption[] = choices.map((choice, at) => ({ value: String(at), label: choice.label }));
  const absent: SelectOption = { value: ABSENT, label: 'not sent' };
  const options = required ? listed : [absent, ...listed];
  const chosen = choices.findIndex((choice) => sameValue(choice.value, value));
  return (
    <Select
      id={id}
      value={chosen >= 0 ? String(chosen) : required ? undefined : ABSENT}
      options={options}
      disabled={disabled || readonly}
      invalid={rawErrors.length > 0}
      describedBy={ariaDescribedByIds(id)}
      onChange={(picked) => onChange(picked === ABSENT ? undefined : choices[Number(picked)]?.value)}
    />
  );
}
