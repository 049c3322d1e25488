import { FieldLabel } from '@puckeditor/core'
import { lazy, Suspense } from 'react'
import { Combobox } from '../../../../platform/admin/combobox.tsx'
import controls from '../../../../platform/admin/controls.module.css'
import { Chips } from '../../../../platform/admin/fields/chips.tsx'
import kit from '../../../../platform/admin/fields/field.module.css'
import { useEntities } from '../../../../platform/admin/fields/use-entities.ts'
import { Button, Skeleton } from '../../../../platform/admin/parts.tsx'
import type { OptionJson } from '../../../../things/blocks/option-json.ts'
import { defineWords } from '../words.ts'
import { AddressField } from './address-field.tsx'
import styles from './fields.module.css'
import { PictureField, PicturesField, VideoField } from './media-fields.tsx'
import { shownValue } from './shown-value.ts'

/** Lazy, because the text editor is larger than the rest of this module. */
const RichText = lazy(() =>
  import('../../../../platform/admin/fields/rich-text-editor.tsx').then((module) => ({
    default: module.RichTextEditor,
  })),
)

const useWords = defineWords({
  clear: ['The shop’s own colour', 'La couleur de la boutique'],
})

export type OptionFieldProps<T = unknown> = {
  readonly id: string
  readonly option: OptionJson
  readonly value: T
  readonly onChange: (value: T) => void
  readonly isReadOnly: boolean
}

/** The field of an option that has no built-in field in Puck. */
export function FieldOf(props: OptionFieldProps) {
  const { option, id, isReadOnly } = props
  const Control = fields[option.control] as ((props: OptionFieldProps) => React.ReactNode) | undefined
  if (!Control) return <></>
  const value = shownValue(option, props.value)
  if (option.control === 'flag') return <Control {...props} value={value} />
  return (
    <fieldset className={kit.field} disabled={isReadOnly} data-option={option.name}>
      <legend>
        <FieldLabel label={option.title} el="div" />
      </legend>
      <Control {...props} id={`${id}-control`} value={value} />
    </fieldset>
  )
}

const FlagField = ({ option, value, onChange, isReadOnly }: OptionFieldProps<boolean>) => (
  <label className={kit.check}>
    <input type="checkbox" disabled={isReadOnly} checked={value} onChange={(event) => onChange(event.target.checked)} />
    {option.title}
  </label>
)

function ColourField({ option, value, onChange }: OptionFieldProps<string>) {
  const words = useWords()
  return (
    <div className={controls.item}>
      <input
        type="color"
        className={styles.colour}
        aria-label={option.title}
        value={/^#[0-9a-f]{6}$/i.test(value) ? value : '#2c5a45'}
        onChange={(event) => onChange(event.target.value)}
      />
      <Button label={words.clear} disabled={value === ''} onClick={() => onChange('')} />
    </div>
  )
}

/** Inert while it is read-only, because disabling a fieldset does not disable editable text. */
const RichField = ({ option, value, onChange, isReadOnly }: OptionFieldProps<string>) => (
  <div inert={isReadOnly}>
    <Suspense fallback={<Skeleton width="100%" />}>
      <RichText label={option.title} value={value} onChange={onChange} onBlur={() => undefined} Tool={undefined} />
    </Suspense>
  </div>
)

const MarkupField = ({ option, value, onChange }: OptionFieldProps<string>) => (
  <textarea
    className={`${controls.field} ${styles.markup}`}
    aria-label={option.title}
    rows={8}
    spellCheck={false}
    value={value}
    onChange={(event) => onChange(event.target.value)}
  />
)

function EntitiesField({ option, value, onChange, id }: OptionFieldProps<readonly number[]>) {
  const { chips, search } = useEntities(option.of ?? 'product', value)
  return (
    <>
      <Chips label={option.title} chips={chips} onRemove={(index) => onChange(value.toSpliced(index, 1))} />
      <Combobox
        control={{ id, 'aria-label': option.title }}
        {...search}
        onPick={(picked) => onChange([...value, picked.id])}
        onBackspace={() => onChange(value.slice(0, -1))}
      />
    </>
  )
}

const fields: Partial<Record<OptionJson['control'], unknown>> = {
  flag: FlagField,
  colour: ColourField,
  rich: RichField,
  markup: MarkupField,
  entities: EntitiesField,
  address: AddressField,
  picture: PictureField,
  pictures: PicturesField,
  video: VideoField,
}
