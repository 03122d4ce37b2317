import type {
  CyclicSchemaExpandProps,
  DescriptionFieldProps,
  FieldErrorProps,
  RJSFSchema,
  UnsupportedFieldProps,
} from '@rjsf/utils';
import { errorId } from '@rjsf/utils';
import { Button } from '../components/Button.tsx';
import styles from './form.module.css';

/** What the server says of a member, as plain text. */
export function DescriptionTemplate({ id, description }: DescriptionFieldProps<unknown, RJSFSchema, object>) {
  return (
    <div id={id} className={styles.note}>
      {description}
    </div>
  );
}

/** What the schema does not allow about a member. */
export function ErrorTemplate({ errors = [], fieldPathId }: FieldErrorProps<unknown, RJSFSchema, object>) {
  if (errors.length === 0) return null;
  return (
    <ul id={errorId(fieldPathId)} className={styles.errors}>
      {errors.map((error, at) => (
        <li key={at}>{error}</li>
      ))}
    </ul>
  );
}

/** A part of a schema for which there is no control. */
export function UnsupportedTemplate(_props: UnsupportedFieldProps<unknown, RJSFSchema, object>) {
  return (
    <p className={styles.note}>
      There is no control for this part of the schema. Write it in the JSON beside.
    </p>
  );
}

/** A member that holds its own kind again: opened on demand, since it never ends. */
export function CycleTemplate({
  name,
  fieldPathId,
  onExpand,
}: CyclicSchemaExpandProps<unknown, RJSFSchema, object>) {
  return (
    <div>
      <Button look="quiet" onClick={() => onExpand(fieldPathId.$id)}>
        Show {name}
      </Button>
    </div>
  );
}
