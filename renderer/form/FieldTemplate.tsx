import { ADDITIONAL_PROPERTY_FLAG, type FieldTemplateProps, type RJSFSchema } from '@rjsf/utils';
import { CircleSlash, Trash2, X } from 'lucide-react';
import { IconButton } from '../components/IconButton.tsx';
import { Input } from '../components/Input.tsx';
import { NULLABLE } from './formSchema.ts';
import styles from './form.module.css';

/** One member: its label, whether it must be sent, its control, what is wrong with it, and a way to leave it out. */
export function FieldTemplate(props: FieldTemplateProps<unknown, RJSFSchema, object>) {
  const {
    id,
    label,
    children,
    errors,
    description,
    hidden = false,
    required = false,
    schema,
    formData,
    fieldPathId,
  } = props;
  if (hidden) return <div hidden>{children}</div>;
  const isRoot = fieldPathId.path.length === 0;
  const isContainer = formDataIsContainer(schema);
  const isAdditional = ADDITIONAL_PROPERTY_FLAG in schema;
  const canLeaveOut = !isRoot && !required && !isAdditional && formData !== undefined && !props.disabled;
  // Where values are listed, null is one of them.
  const canBeNull = NULLABLE in schema && !schema.enum && formData !== null && !props.disabled;
  return (
    <div className={styles.field}>
      {isAdditional ? (
        <AdditionalKey {...props} />
      ) : (
        !isContainer && (
          <label htmlFor={id} className={styles.label}>
            {label}
            {required && <span className={styles.required}> required</span>}
          </label>
        )
      )}
      {!isContainer && description}
      <div className={styles.control}>
        <div className={styles.grow}>{children}</div>
        {canBeNull && (
          <IconButton
            icon={CircleSlash}
            label={`Set ${label} to null`}
            onClick={() => props.onChange(null, fieldPathId.path)}
          />
        )}
        {canLeaveOut && (
          <IconButton
            icon={X}
            label={`Leave out ${label}`}
            onClick={() => props.onChange(undefined, fieldPathId.path)}
          />
        )}
      </div>
      {errors}
    </div>
  );
}

function AdditionalKey(props: FieldTemplateProps<unknown, RJSFSchema, object>) {
  return (
    <div className={styles.control}>
      <Input
        mono
        aria-label={`Name of ${props.label}`}
        className={styles.grow}
        defaultValue={props.label}
        key={props.label}
        disabled={props.disabled}
        onBlur={props.onKeyRenameBlur}
      />
      <IconButton
        icon={Trash2}
        label={`Remove ${props.label}`}
        disabled={props.disabled}
        onClick={props.onRemoveProperty}
      />
    </div>
  );
}

function formDataIsContainer(schema: RJSFSchema): boolean {
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  return types.includes('object') || (types.includes('array') && schema.uniqueItems !== true);
}
