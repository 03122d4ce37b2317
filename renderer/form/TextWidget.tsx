import { ariaDescribedByIds, type RJSFSchema, type WidgetProps } from '@rjsf/utils';
import { Input } from '../components/Input.tsx';
import { TextArea } from '../components/TextArea.tsx';

const LONG = 80;

/** A text. Absent and empty are two things: nothing is sent until something is typed, and an emptied field sends "". */
export function TextWidget(props: WidgetProps<unknown, RJSFSchema, object>) {
  const {
    id,
    disabled = false,
    readonly = false,
    required = false,
    schema,
    rawErrors = [],
    onChange,
  } = props;
  const value: unknown = props.value;
  const text =
    typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value);
  const shared = {
    id,
    value: text,
    disabled: disabled || readonly,
    placeholder: placeholderOf(value, schema),
    'aria-required': required,
    'aria-invalid': rawErrors.length > 0,
    'aria-describedby': ariaDescribedByIds(id),
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  };
  const long = text.length > LONG || text.includes('\n') || props.options.widget === 'textarea';
  return long ? <TextArea rows={5} {...shared} /> : <Input {...shared} />;
}

function placeholderOf(value: unknown, schema: RJSFSchema): string {
  if (value === '') return 'empty text';
  if (value === null) return 'null';
  return schema.default === undefined
    ? 'not sent'
    : `not sent, the server takes ${JSON.stringify(schema.default)}`;
}
