import { useState } from 'react'
import controls from '../controls.module.css'
import { Chips } from './chips.tsx'
import { FieldFrame, type FieldProps, useFieldValue } from './field.tsx'

/** A list of words such as email addresses: Enter, a comma or a space ends one. The value is the list of texts. */
export function TokenField(props: FieldProps & { readonly placeholder?: string }) {
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
