import { type ComponentProps, type ReactNode, useState } from 'react'
import { type FieldPath, type FieldValues, useFormContext } from 'react-hook-form'
import { Combobox } from '../combobox.tsx'
import controls from '../controls.module.css'
import { Chips } from './chips.tsx'
import styles from './field.module.css'
import {
  Checkbox,
  CheckboxGroup,
  Field,
  FieldFrame,
  type FieldProps,
  RadioGroup,
  Select,
  TextArea,
  useFieldValue,
} from './field.tsx'
import { MediaPicker } from './media-picker.tsx'
import { Money, Quantity } from './numbers.tsx'
import { useEntities } from './use-entities.ts'

/** Local time of the shop, `YYYY-MM-DDTHH:MM`; '' for none. */
const DateField = (field: FieldProps) => <Field {...field} type="datetime-local" />

type DateRangeProps = {
  readonly from: string
  readonly until: string
  readonly hints: readonly [from: string, until: string]
}

/** Two times, of which the second must not be before the first. Either may be ''. */
function DateRange({ from, until, hints }: DateRangeProps) {
  const { getValues } = useFormContext()
  const validate = (end: string) => {
    const start = getValues(from) as string
    return start === '' || end === '' || start <= end || 'Until is before ‘From’.'
  }
  return (
    <>
      <Field name={from} label="From" hint={hints[0]} type="datetime-local" />
      <Field name={until} label="Until" hint={hints[1]} type="datetime-local" rules={{ validate }} />
    </>
  )
}

function EntityPicker({ of, ...field }: FieldProps & { readonly of: string }) {
  const { value: ids, onChange } = useFieldValue<readonly number[]>(field.name)
  const { chips, search } = useEntities(of, ids)
  return (
    <FieldFrame {...field}>
      {(control) => (
        <>
          <Chips label={field.label} chips={chips} onRemove={(index) => onChange(ids.toSpliced(index, 1))} />
          <Combobox
            control={control}
            {...search}
            onPick={(option) => onChange([...ids, option.id])}
            onBackspace={() => onChange(ids.slice(0, -1))}
          />
        </>
      )}
    </FieldFrame>
  )
}

/** A list of words such as email addresses, each ended by Enter, comma or space. The value is the list of texts. */
function TokenField(props: FieldProps & { readonly placeholder?: string }) {
  const { value: words, onChange } = useFieldValue<readonly string[]>(props.name)
  const [text, setText] = useState('')
  const add = (typed: string) => {
    const added = typed.split(/[\s,;]+/).filter((word) => word !== '' && !words.includes(word))
    if (added.length > 0) onChange([...words, ...added])
    setText('')
  }
  return (
    <FieldFrame {...props}>
      {(control) => (
        <>
          <Chips
            label={props.label}
            chips={words.map((word) => ({ key: word, text: word }))}
            onRemove={(index) => onChange(words.toSpliced(index, 1))}
          />
          <input
            {...control}
            type="text"
            className={controls.field}
            placeholder={props.placeholder}
            value={text}
            onChange={(event) =>
              /[\s,;]$/.test(event.target.value) ? add(event.target.value) : setText(event.target.value)
            }
            onBlur={() => add(text)}
            onKeyDown={(event) => {
              if (event.key === 'Backspace' && text === '') onChange(words.slice(0, -1))
              if (event.key !== 'Enter' || text === '') return
              event.preventDefault()
              add(text)
            }}
          />
        </>
      )}
    </FieldFrame>
  )
}

const fields = {
  Field,
  TextArea,
  Select,
  RadioGroup,
  Checkbox,
  CheckboxGroup,
  Money,
  Quantity,
  DateField,
  DateRange,
  EntityPicker,
  MediaPicker,
  TokenField,
}

type Fields = typeof fields

type Named<Props, Values extends FieldValues> = {
  [K in keyof Props]: K extends 'name' | 'from' | 'until' ? FieldPath<Values> : Props[K]
}

/** Fields of a form over `Values`: another field name is a type error. */
export const formFields = <Values extends FieldValues>() =>
  fields as unknown as { [K in keyof Fields]: (props: Named<ComponentProps<Fields[K]>, Values>) => ReactNode }

export const FieldGroup = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className={`${controls.panel} ${styles.group}`}>
    <legend>{title}</legend>
    <div className={styles.fields}>{children}</div>
  </fieldset>
)
