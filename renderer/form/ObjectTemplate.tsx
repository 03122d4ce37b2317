import type { ReactNode } from 'react';
import { canExpand, type ObjectFieldTemplateProps, type RJSFSchema } from '@rjsf/utils';
import { Plus } from 'lucide-react';
import { Button } from '../components/Button.tsx';
import styles from './form.module.css';

/** The members of an object; below the root they stand in a frame under its name. */
export function ObjectTemplate(props: ObjectFieldTemplateProps<unknown, RJSFSchema, object>) {
  const {
    title,
    description,
    properties,
    schema,
    uiSchema,
    formData,
    fieldPathId,
    disabled = false,
    required = false,
  } = props;
  const isRoot = fieldPathId.path.length === 0;
  const add = Boolean(canExpand(schema, uiSchema, formData)) && (
    <div>
      <Button look="quiet" disabled={disabled} onClick={props.onAddProperty}>
        <Plus size={13} aria-hidden /> Add a member{isRoot ? '' : ` to ${title}`}
      </Button>
    </div>
  );
  const members: readonly { readonly content: ReactNode }[] = properties;
  if (isRoot) {
    return (
      <div className={styles.members}>
        {members.map(({ content }) => content)}
        {members.length === 0 && !add && <p className={styles.note}>There is nothing to fill in.</p>}
        {add}
      </div>
    );
  }
  return (
    <fieldset className={styles.frame} id={fieldPathId.$id}>
      <legend className={styles.legend}>
        {title}
        {required && <span className={styles.required}> required</span>}
      </legend>
      {typeof description === 'string' && <p className={styles.note}>{description}</p>}
      <div className={styles.members}>
        {members.map(({ content }) => content)}
        {add}
      </div>
    </fieldset>
  );
}
