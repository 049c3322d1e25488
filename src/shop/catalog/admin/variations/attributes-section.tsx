import { useState } from 'react'
import { useAdminContext } from '../../../../platform/admin/admin-context.tsx'
import { Combobox, type Option } from '../../../../platform/admin/combobox.tsx'
import controls from '../../../../platform/admin/controls.module.css'
import type { Named } from '../../../../platform/admin/entity.ts'
import { Chips } from '../../../../platform/admin/fields/chips.tsx'
import { useUnsavedChanges } from '../../../../platform/admin/form/unsaved.ts'
import { Button, ErrorState, Panel, useRest } from '../../../../platform/admin/parts.tsx'
import { useSend } from '../../../../platform/admin/resource.ts'
import { useToast } from '../../../../platform/admin/toast.tsx'
import { foldText } from '../../../../platform/web/plain-text.ts'
import { paths } from '../../../../platform/web/routes.ts'
import type { ProductJson } from '../../rest/products/product-json.ts'
import { type AttributeEdit, bodyOf, editsOf, optionsOf } from './attribute-edits.ts'
import styles from './variations.module.css'
import { variationsOf } from './variations-section.tsx'

type SectionProps = {
  readonly product: ProductJson
  readonly onSaved: (product: ProductJson) => void
  /** Called after variations were generated. */
  readonly onGenerated: () => unknown
}

/** The attributes of a product, and which of them are used for variations. Saved separately from the product form. */
export function AttributesSection({ product, onSaved, onGenerated }: SectionProps) {
  // The edits, and the product as it was when editing began.
  const [typed, setTyped] = useState<{ readonly base: ProductJson; readonly edits: readonly AttributeEdit[] }>()
  const { base, edits } = typed ?? { base: product, edits: editsOf(product) }
  const setEdits = (changed: readonly AttributeEdit[]) => setTyped({ base, edits: changed })
  const isDirty = typed !== undefined
  useUnsavedChanges(isDirty)
  const all = useRest<readonly Named[]>([paths.restAttributes], paths.restAttributes)
  const toast = useToast()
  const save = useSend(
    (rest) => {
      // A save in between is a conflict only if it has changed the attributes.
      const isSame = JSON.stringify(product.attributes) === JSON.stringify(base.attributes)
      const { version } = (isSame ? product : base).samovar ?? {}
      return rest.send<ProductJson>('PUT', `${paths.restProducts}/${product.id}`, bodyOf(edits, version))
    },
    [variationsOf(product.id)],
    {
      onSuccess: (saved) => {
        setTyped(undefined)
        onSaved(saved)
      },
    },
  )
  const generate = useSend(
    (rest) => rest.send<{ count: number }>('POST', `${variationsOf(product.id)}/generate`, {}),
    [variationsOf(product.id)],
    {
      onSuccess: ({ count }) => {
        const made = count === 1 ? '1 variation was created.' : `${count} variations were created.`
        toast.show({ text: count === 100 ? `${made} Press again for more.` : made })
        void onGenerated()
      },
    },
  )
  const [text, setText] = useState('')
  const searchText = foldText(text.trim())
  const unused = all.data?.filter(
    ({ id, name }) => foldText(name).includes(searchText) && !edits.some((one) => one.id === id),
  )
  const add = (id: number, name: string) =>
    setEdits([
      ...edits,
      { key: Math.random(), id, name, slug: '', options: [], visible: true, variation: true, initial: '' },
    ])
  const error = save.error ?? generate.error
  return (
    <Panel id="attributes" title="Attributes">
      <div className={styles.section}>
        {edits.map((edit, at) => (
          <AttributeFields
            key={edit.key}
            edit={edit}
            onChange={(changed) => setEdits(edits.with(at, { ...edit, ...changed }))}
            onRemove={() => setEdits(edits.toSpliced(at, 1))}
            onMove={at === 0 ? undefined : () => setEdits(edits.toSpliced(at, 1).toSpliced(at - 1, 0, edit))}
          />
        ))}
        <div className={styles.bar}>
          <Combobox
            control={{ 'aria-label': 'Add an attribute' }}
            placeholder="Add an attribute …"
            text={text}
            onText={setText}
            options={unused?.map(({ id, name }) => ({ id, label: name }))}
            onPick={({ id, label }) => add(id, label)}
          />
          <Button label="Add a custom attribute" onClick={() => add(0, '')} />
        </div>
        <div className={styles.bar}>
          <Button
            kind="primary"
            label="Save attributes"
            disabled={!isDirty || save.isPending}
            onClick={() => save.mutate()}
          />
          {isDirty && <Button label="Discard changes" onClick={() => setTyped(undefined)} />}
          <Button
            label="Generate variations"
            isBusy={generate.isPending}
            disabled={isDirty || generate.isPending || !edits.some((one) => one.variation)}
            onClick={() => generate.mutate()}
          />
          <p role="status">{save.isSuccess && !isDirty && 'Saved.'}</p>
        </div>
        {error && <ErrorState error={error} />}
      </div>
    </Panel>
  )
}

type FieldsProps = {
  readonly edit: AttributeEdit
  readonly onChange: (changed: Partial<AttributeEdit>) => void
  readonly onRemove: () => void
  readonly onMove: (() => void) | undefined
}

function AttributeFields({ edit, onChange, onRemove, onMove }: FieldsProps) {
  const { id, name, options, initial } = edit
  const flag = (field: 'visible' | 'variation', label: string) => (
    <label>
      <input type="checkbox" checked={edit[field]} onChange={({ target }) => onChange({ [field]: target.checked })} />
      {label}
    </label>
  )
  const input = (label: string, value: string, change: (text: string) => void) => (
    <label>
      {label}
      <input type="text" className={controls.field} value={value} onChange={({ target }) => change(target.value)} />
    </label>
  )
  return (
    <fieldset className={styles.attribute}>
      <legend>{name || 'New attribute'}</legend>
      {id === 0 && input('Name', name, (text) => onChange({ name: text }))}
      {id === 0 && input('Values, separated by |', options.join('|'), (text) => onChange({ options: text.split('|') }))}
      {id !== 0 && <TermsField edit={edit} onChange={(changed) => onChange({ options: changed })} />}
      <div className={styles.bar}>
        {flag('visible', 'Shown on the product page')}
        {flag('variation', 'Used for variations')}
        {edit.variation && (
          <label>
            Selected by default{' '}
            <select value={initial} onChange={({ target }) => onChange({ initial: target.value })}>
              {['', ...optionsOf(edit)].map((option) => (
                <option key={option} value={option}>
                  {option || 'Nothing'}
                </option>
              ))}
            </select>
          </label>
        )}
        <Button label="↑" aria-label={`Move ${name} up`} disabled={!onMove} onClick={onMove} />
        <Button label={`Remove ${name}`} onClick={onRemove} />
      </div>
    </fieldset>
  )
}

type TermsProps = { readonly edit: AttributeEdit; readonly onChange: (options: readonly string[]) => void }

/** Values of a global attribute; typed text can be added as a new value. */
function TermsField({ edit: { id, name, options }, onChange }: TermsProps) {
  const { rest } = useAdminContext()
  const [text, setText] = useState('')
  const path = `${paths.restAttributes}/${id}/terms`
  const search = encodeURIComponent(text.trim())
  const terms = useRest<readonly Named[]>([path, search], `${path}?per_page=20&search=${search}`)
  const add = useSend(() => rest.send<Named>('POST', path, { name: text.trim() }), [path], {
    onSuccess: (term) => onChange([...options, term.name]),
  })
  const matches = terms.data
    ?.filter((term) => !options.includes(term.name))
    .map((term): Option => ({ id: term.id, label: term.name }))
  const isNew = text.trim() !== '' && !terms.data?.some((term) => term.name.toLowerCase() === text.trim().toLowerCase())
  return (
    <>
      <Chips
        label={name}
        chips={options.map((option) => ({ key: option, text: option }))}
        onRemove={(at) => onChange(options.toSpliced(at, 1))}
      />
      <Combobox
        control={{ 'aria-label': `Add values of ${name}` }}
        placeholder="Add a value …"
        text={text}
        onText={setText}
        options={matches && [...matches, ...(isNew ? [{ id: 0, label: `Add “${text.trim()}”` }] : [])]}
        onPick={(option) => (option.id === 0 ? add.mutate() : onChange([...options, option.label]))}
      />
      {add.isError && <ErrorState error={add.error} />}
    </>
  )
}
