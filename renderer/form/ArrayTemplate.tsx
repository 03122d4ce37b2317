import type { ArrayFieldTemplateProps, RJSFSchema } from '@rjsf/utils';
import { Plus } from 'lucide-react';
import { Button } from '../components/Button.tsx';
import styles from './form.module.css';

/** The items of a list in a frame under its name. */
export function ArrayTemplate(props: ArrayFieldTemplateProps<unknown, RJSFSchema, object>) {
  const {
    title,
    items,
    canAdd = false,
    onAddClick,
    disabled = false,
    required = false,
    schema,
    fieldPathId,
  } = props;
  return (
    <fieldset className={styles.frame} id={fieldPathId.$id}>
      <legend className={styles.legend}>
        {title}
        {required && <span className={styles.required}> required</span>}
      </legend>
      {schema.description !== undefined && <p className={styles.note}>{schema.description}</p>}
      <div className={styles.members}>
        {items}
        {items.length === 0 && (
          <p className={styles.note}>{canAdd ? 'no items' : 'Write it in the JSON beside.'}</p>
        )}
        {canAdd && (
          <div>
            <Button look="quiet" disabled={disabled} onClick={onAddClick}>
              <Plus size={13} aria-hidden /> Add an item to {title}
            </Button>
          </div>
        )}
      </div>
    </fieldset>
  );
}
