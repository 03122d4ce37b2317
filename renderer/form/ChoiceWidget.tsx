import { ariaDescribedByIds, type RJSFSchema, type WidgetProps } from '@rjsf/utils';
import { ManyWidget } from './ManyWidget.tsx';
import { Select, type SelectOption } from '../components/Select.tsx';

const ABSENT = 'absent';

/** One of the listed values, or several where several are asked for; also yes, no or not sent for a boolean. */
export function ChoiceWidget(props: WidgetProps<unknown, RJSFSchema, object>) {
  return props.multiple === true ? <ManyWidget {...props} /> : <OneOfMany {...props} />;
}

function OneOfMany(props: WidgetProps<unknown, RJSFSchema, object>) {
  const {
    id,
    label,
    name,
    required = false,
    disabled = false,
    readonly = false,
    rawErrors = [],
    onChange,
  } = props;
  const choices: readonly { value: unknown; label: string }[] = props.options.enumOptions ?? [];
  const value: unknown = props.value;
  // The selector of a choice between schemas has no label of its own, and always one branch.
  const selectsBranch = /__(any|one)of_select$/.test(name);
  const listed: SelectOption[] = choices.map((choice, at) => ({ value: String(at), label: choice.label }));
  const absent: SelectOption = { value: ABSENT, label: 'not sent' };
  const options = required || selectsBranch ? listed : [absent, ...listed];
  const chosen = choices.findIndex((choice) => choice.value === value);
  const naming = selectsBranch ? { label: `${label}: which form` } : {};
  return (
    <Select
      id={id}
      {...naming}
      value={chosen >= 0 ? String(chosen) : required || selectsBranch ? undefined : ABSENT}
      options={options}
      disabled={disabled || readonly}
      invalid={rawErrors.length > 0}
      describedBy={ariaDescribedByIds(id)}
      onChange={(picked) => onChange(picked === ABSENT ? undefined : choices[Number(picked)]?.value)}
    />
  );
}
