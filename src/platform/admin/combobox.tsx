import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import styles from './combobox.module.css'
import controls from './controls.module.css'

export type Option = { readonly id: number; readonly label: string; readonly detail?: string | undefined }

type ComboboxProps = {
  readonly control: object
  readonly text: string
  readonly onText: (text: string) => void
  /** Options for the text; undefined while loading. */
  readonly options: readonly Option[] | undefined
  readonly onPick: (option: Option) => void
  readonly onBackspace?: () => void
  readonly placeholder?: string
}

/** The combobox of the ARIA Authoring Practices. Picking an option closes the list, which covers the fields below. */
export function Combobox({ control, text, onText, options, onPick, onBackspace, placeholder }: ComboboxProps) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const [active, setActive] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const count = options?.length ?? 0

  useEffect(() => {
    if (isOpen) list.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen, count])

  const pick = (option: Option | undefined) => {
    if (!option) return
    onPick(option)
    onText('')
    setActive(0)
    setIsOpen(false)
  }
  const move = (to: number) => {
    const next = (to + count) % Math.max(count, 1)
    setIsOpen(true)
    setActive(next)
    list.current?.children[next]?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Backspace' && text === '') return onBackspace?.()
    const isHandled = handleKey(event.key)
    if (isHandled) event.preventDefault()
  }
  const handleKey = (key: string): boolean => {
    if (key === 'ArrowDown') move(isOpen ? active + 1 : 0)
    else if (key === 'ArrowUp') move(isOpen ? active - 1 : count - 1)
    else if (key === 'Enter') {
      if (isOpen) pick(options?.[active])
    } else if (key === 'Escape' && isOpen) setIsOpen(false)
    else return false
    return true
  }
  return (
    <div className={styles.combobox}>
      <input
        type="text"
        className={controls.field}
        {...control}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-activedescendant={isOpen && count > 0 ? `${id}-${active}` : undefined}
        autoComplete="off"
        placeholder={placeholder}
        value={text}
        onChange={(event) => {
          onText(event.target.value)
          setActive(0)
          setIsOpen(true)
        }}
        onClick={() => setIsOpen(true)}
        onBlur={() => setIsOpen(false)}
        onKeyDown={onKeyDown}
      />
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        tabIndex={-1}
        aria-label="Suggestions"
        className={styles.list}
        hidden={!isOpen}
        // Keeps the focus in the field.
        onMouseDown={(event) => event.preventDefault()}
      >
        {options?.map((option, index) => (
          <button
            key={option.id}
            id={`${id}-${index}`}
            type="button"
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            onMouseMove={() => setActive(index)}
            onClick={() => pick(option)}
          >
            {option.label}
            {option.detail && <span>{option.detail}</span>}
          </button>
        ))}
        {count === 0 && (
          <button type="button" role="option" tabIndex={-1} aria-disabled="true" aria-selected="false">
            {options ? 'Nothing found' : 'Searching …'}
          </button>
        )}
      </div>
    </div>
  )
}
