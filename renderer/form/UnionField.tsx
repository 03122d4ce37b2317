import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { FieldPathList, FieldProps, RJSFSchema } from '@rjsf/utils';
import { isObject } from '../../shared/json.ts';
import { Select } from '../components/Select.tsx';
import { branchOf, carryOver, fixedMembers } from './branches.ts';
import styles from './form.module.css';

type Props = FieldProps<unknown, RJSFSchema, object>;

/** A choice between schemas: which one, and its members. Choosing fills in what names the branch, and nothing else. */
export function UnionField(props: Props) {
  const { formData, schema, fieldPathId, registry, name, disabled = false, readonly = false } = props;
  const { schemaUtils } = registry;
  const { SchemaField } = registry.fields;
  const root = schemaUtils.getRootSchema();
  const options: unknown = props['options'];
  const branches = useMemo(
    () =>
      (Array.isArray(options) ? options : []).map((option: unknown) =>
        isObject(option) ? schemaUtils.retrieveSchema(option, formData) : {},
      ),
    [options, schemaUtils, formData],
  );
  const [chosen, setChosen] = useState<number>();
  const at = branchOf(branches, formData, root, chosen);
  const branch = branches[at];

  const label = schema.title ?? name;
  const choose = (index: number): void => {
    setChosen(index);
    props.onChange(carryOver(branch, branches[index], formData, root), fieldPathId.path);
  };

  // A field tells its change with its own path, past this one; the newest state is read when it does.
  const latest = useRef({ props, branch });
  useEffect(() => {
    latest.current = { props, branch };
  });
  const tell = useCallback<Props['onChange']>((value, path, errors, id) => {
    const { props: now, branch: shown } = latest.current;
    const own = now.fieldPathId.path;
    const changed = path[own.length];
    if (changed !== undefined && value !== undefined) {
      for (const [member, fixed] of Object.entries(fixedMembers(shown))) {
        const there = isObject(now.formData) && now.formData[member] !== undefined;
        const memberPath: FieldPathList = [...own, member];
        if (!there && member !== changed) now.onChange(fixed, memberPath);
      }
    }
    now.onChange(value, path, errors, id);
  }, []);

  const shown = useMemo(() => withParent(schema, branch), [schema, branch]);
  return (
    <div className={styles.members}>
      <Select
        id={`${fieldPathId.$id}__branch`}
        label={`${label}: which form`}
        value={String(at)}
        options={branches.map(({ title }, index) => ({
          value: String(index),
          label: title ?? `form ${index + 1}`,
        }))}
        disabled={disabled || readonly || branches.length === 0}
        onChange={(index) => choose(Number(index))}
      />
      {shown && shown.type !== 'null' && SchemaField && (
        <SchemaField {...props} schema={shown} onChange={tell} />
      )}
    </div>
  );
}

/** A branch may leave to its surroundings what type it has and what it requires. */
function withParent(parent: RJSFSchema, branch: RJSFSchema | undefined): RJSFSchema | undefined {
  if (branch === undefined) return undefined;
  const required = [...new Set([...(parent.required ?? []), ...(branch.required ?? [])])];
  return {
    ...(parent.type === undefined ? {} : { type: parent.type }),
    ...branch,
    ...(required.length === 0 ? {} : { required }),
  };
}
