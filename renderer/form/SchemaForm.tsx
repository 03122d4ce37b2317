import { useMemo } from 'react';
import { canonicalJson } from '../../shared/json.ts';
import Form from '@rjsf/core/lib/components/Form.js';
import type { ErrorSchema, FieldProps, RJSFSchema, TemplatesType } from '@rjsf/utils';
import type { ComponentType } from 'react';
import { ArrayItemTemplate } from './ArrayItemTemplate.tsx';
import { ArrayTemplate } from './ArrayTemplate.tsx';
import { ChoiceWidget } from './ChoiceWidget.tsx';
import { FieldTemplate } from './FieldTemplate.tsx';
import { formSchema } from './formSchema.ts';
import { ManyWidget } from './ManyWidget.tsx';
import { NumberField } from './NumberField.tsx';
import { ObjectTemplate } from './ObjectTemplate.tsx';
import { CycleTemplate, DescriptionTemplate, ErrorTemplate, UnsupportedTemplate } from './textTemplates.tsx';
import { UnionField } from './UnionField.tsx';
import { TextWidget } from './TextWidget.tsx';
import { branchValidator } from './validator.ts';
import styles from './form.module.css';

interface SchemaFormProps {
  readonly schema: unknown;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly errors?: ErrorSchema<unknown> | undefined;
  readonly disabled?: boolean;
}

const templates: Partial<TemplatesType<unknown, RJSFSchema, object>> = {
  FieldTemplate,
  ObjectFieldTemplate: ObjectTemplate,
  ArrayFieldTemplate: ArrayTemplate,
  ArrayFieldItemTemplate: ArrayItemTemplate,
  DescriptionFieldTemplate: DescriptionTemplate,
  FieldErrorTemplate: ErrorTemplate,
  UnsupportedFieldTemplate: UnsupportedTemplate,
  CyclicSchemaExpandTemplate: CycleTemplate,
};

const textWidgets = [
  'TextWidget',
  'TextareaWidget',
  'EmailWidget',
  'URLWidget',
  'PasswordWidget',
  'DateWidget',
  'DateTimeWidget',
  'TimeWidget',
  'ColorWidget',
  'FileWidget',
];

const widgets = {
  ...Object.fromEntries(textWidgets.map((name) => [name, TextWidget])),
  SelectWidget: ChoiceWidget,
  CheckboxWidget: ChoiceWidget,
  RadioWidget: ChoiceWidget,
  CheckboxesWidget: ManyWidget,
};

const fields: Record<string, ComponentType<FieldProps<unknown, RJSFSchema, object>>> = {
  NumberField,
  AnyOfField: UnionField,
  OneOfField: UnionField,
};

/** A form made from a JSON schema. It sends nothing and checks nothing itself; it tells each change. */
export function SchemaForm({ schema, value, onChange, errors, disabled = false }: SchemaFormProps) {
  const drawn = useMemo(() => formSchema(schema), [schema]);
  return (
    <Form<unknown, RJSFSchema, object>
      className={styles.form ?? ''}
      tagName="div"
      schema={drawn}
      formData={value}
      validator={branchValidator}
      templates={templates}
      widgets={widgets}
      fields={fields}
      noValidate
      showErrorList={false}
      disabled={disabled}
      {...(errors ? { extraErrors: errors } : {})}
      experimental_defaultFormStateBehavior={{
        emptyObjectFields: 'skipDefaults',
        arrayMinItems: { populate: 'never' },
        allOf: 'skipDefaults',
        constAsDefaults: 'never',
      }}
      onChange={({ formData }) => {
        // The form also tells of what it made itself; what is typed in the editor stays as it is then.
        if (canonicalJson(formData) !== canonicalJson(value)) onChange(formData);
      }}
    >
      <span hidden />
    </Form>
  );
}
