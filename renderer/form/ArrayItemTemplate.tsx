import type { ArrayFieldItemTemplateProps, RJSFSchema } from '@rjsf/utils';
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { IconButton } from '../components/IconButton.tsx';
import styles from './form.module.css';

/** One item of a list with its place in it. */
export function ArrayItemTemplate(props: ArrayFieldItemTemplateProps<unknown, RJSFSchema, object>) {
  const { children, index, hasToolbar, disabled = false, buttonsProps } = props;
  const { hasMoveUp, hasMoveDown, hasRemove, onMoveUpItem, onMoveDownItem, onRemoveItem } = buttonsProps;
  const place = `item ${index + 1}`;
  return (
    <div className={styles.item}>
      <div className={styles.grow}>{children}</div>
      {hasToolbar && (
        <div className={styles.tools}>
          {(hasMoveUp || hasMoveDown) && (
            <>
              <IconButton
                icon={ArrowUp}
                label={`Move ${place} up`}
                disabled={disabled || !hasMoveUp}
                onClick={onMoveUpItem}
              />
              <IconButton
                icon={ArrowDown}
                label={`Move ${place} down`}
                disabled={disabled || !hasMoveDown}
                onClick={onMoveDownItem}
              />
            </>
          )}
          {hasRemove && (
            <IconButton icon={Trash2} label={`Remove ${place}`} disabled={disabled} onClick={onRemoveItem} />
          )}
        </div>
      )}
    </div>
  );
}
