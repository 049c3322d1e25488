import { useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import controls from '../../../platform/admin/controls.module.css'
import dialogStyles from '../../../platform/admin/dialog.module.css'
import { Checkbox, Field, Select, TextArea } from '../../../platform/admin/fields/field.tsx'
import { Button } from '../../../platform/admin/parts.tsx'
import { namePattern, parseTemplate, starredTypes } from '../form-tag.ts'
import styles from './form-editor.module.css'
import { type TagKind, type TagOption, tagKinds } from './tag-kinds.ts'
import { emptyTag, fieldText, freeName, type TagValues, tagText } from './tag-text.ts'

type DialogProps = {
  readonly markup: string
  readonly onInsert: (text: string) => void
  readonly onClose: () => void
}

export function TagDialog({ markup, onInsert, onClose }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const [type, setType] = useState('text')
  const kind = tagKinds.find((one) => one.type === type)
  useEffect(() => dialog.current?.showModal(), [])
  const close = () => dialog.current?.close()
  // A portal, because forms cannot be nested.
  return createPortal(
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={`${id}-title`} onClose={onClose}>
      <h2 id={`${id}-title`}>Insert a field</h2>
      <p>
        <label htmlFor={id}>Kind</label>
        <select id={id} className={controls.field} value={type} onChange={({ target }) => setType(target.value)}>
          {tagKinds.map((one) => (
            <option key={one.type} value={one.type}>
              {one.title}
            </option>
          ))}
        </select>
      </p>
      {kind && (
        <TagForm
          key={type}
          kind={kind}
          names={[...new Set(parseTemplate(markup).tags.flatMap(({ name }) => (name === '' ? [] : [name])))]}
          onCancel={close}
          onInsert={(text) => {
            close()
            onInsert(text)
          }}
        />
      )}
    </dialog>,
    document.body,
  )
}

type TagFormProps = {
  readonly kind: TagKind
  readonly names: readonly string[]
  readonly onInsert: (text: string) => void
  readonly onCancel: () => void
}

function TagForm({ kind, names, onInsert, onCancel }: TagFormProps) {
  const { type, values, content, named, words } = kind
  const isOther = named === 'other'
  const form = useForm<TagValues>({
    defaultValues: {
      ...emptyTag,
      name: isOther ? (names[0] ?? '') : freeName(type, names),
      options: Object.fromEntries(
        kind.options.map(({ name, control }) => [name, control === 'flag' ? name === 'use_label_element' : '']),
      ),
    },
  })
  const current = useWatch({ control: form.control, compute: (all) => tagText(kind, all as TagValues) })
  const message = 'A name begins with a letter and has letters, digits, - and _.'
  const pattern = { value: namePattern, message }
  const validate = (name: string) =>
    !names.includes(name) || type.startsWith('captcha') || 'Another field has this name.'
  return (
    <FormProvider {...form}>
      <form
        noValidate
        onSubmit={(event) => {
          // In React's tree the form below is the parent, and would be submitted too.
          event.stopPropagation()
          void form.handleSubmit((all) => onInsert(fieldText(kind, all)))(event)
        }}
      >
        <p className={styles.soft}>{kind.about}</p>
        <div className={styles.options}>
          {words && <Field name="words" label="Label" hint="What visitors read beside it." isWide />}
          {isOther && <Select name="name" label="Field" options={names.map((name) => [name, name])} isWide />}
          {named === undefined && (
            <Field
              name="name"
              label="Name"
              hint={`Emails show it as [${type === 'captchac' ? '…' : 'name'}].`}
              rules={{ required: 'Name is needed.', pattern, validate }}
            />
          )}
          {starredTypes.includes(type) && <Checkbox name="isRequired" label="Required" isWide={false} />}
          {values &&
            (values.isList ? (
              <TextArea name="values" label={values.label} hint={values.hint} rows={5} />
            ) : (
              <Field name="values" label={values.label} hint={values.hint} isWide />
            ))}
          {content && <TextArea name="content" label={content.label} hint={content.hint} />}
          {kind.options.map((option) => (
            <OptionField key={option.name} option={option} />
          ))}
          {named !== 'none' && (
            <>
              <Field name="id" label="Id in the page" />
              <Field name="classes" label="CSS classes" />
            </>
          )}
        </div>
        <p>
          The tag: <output className={styles.tag}>{current}</output>
        </p>
        <div className={dialogStyles.buttons}>
          <Button kind="primary" type="submit" label="Insert into the form" disabled={isOther && names.length === 0} />
          <Button label="Cancel" onClick={onCancel} />
        </div>
      </form>
    </FormProvider>
  )
}

function OptionField({ option }: { readonly option: TagOption }) {
  const name = `options.${option.name}`
  const { label, hint, control, choices } = option
  if (choices) return <Select name={name} label={label} hint={hint} options={choices} />
  if (control === 'flag') return <Checkbox name={name} label={label} hint={hint} isWide={false} />
  return <Field name={name} label={label} hint={hint} {...(control === 'number' && { inputMode: 'decimal' })} />
}
