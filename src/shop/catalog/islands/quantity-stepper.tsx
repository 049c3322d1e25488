import { useEffect, useRef, useState } from 'react'
import styles from './quantity-stepper.module.css'

type StepperProps = {
  id: string
  /** Of the product, for those who hear the page. */
  name: string
  /** Of the field: `quantity`, or `quantity[12]` for a part of a grouped product. */
  field?: string
  value: string
  /** 0 where none at all is a choice. */
  min?: 0 | 1
  /** Null where nothing limits it. */
  max: number | null
  onChange: (value: string) => void
}

/** How many: a number field, with a minus and a plus once script is there. A number that cannot be had is mended, and said so. */
export function QuantityStepper({ id, name, field = 'quantity', value, min = 1, max, onChange }: StepperProps) {
  const [note, setNote] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const number = Number(value)
  const fixQuantity = (requested: number) => {
    const fixed = clampQuantity(requested, max, min)
    setNote(requested > fixed ? `There ${fixed === 1 ? 'is' : 'are'} only ${fixed} of this.` : '')
    onChange(String(fixed))
  }
  // Another choice may have fewer of it.
  useEffect(() => {
    if (max !== null && number > max && input.current !== document.activeElement) fixQuantity(number)
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [max])
  return (
    <div className={`quantity ${styles.quantity}`}>
      <div>
        <label className="screen-reader-text" htmlFor={id}>
          {name} quantity
        </label>
        <button
          type="button"
          aria-label={`One less of ${name}`}
          disabled={number <= min}
          onClick={() => fixQuantity(number - 1)}
        >
          <span aria-hidden="true">−</span>
        </button>
        <input
          ref={input}
          id={id}
          className="input-text qty text"
          type="number"
          name={field}
          value={value}
          min={min}
          {...(max === null ? {} : { max })}
          step={1}
          inputMode="numeric"
          autoComplete="off"
          onChange={(event) => {
            setNote('')
            onChange(event.target.value)
          }}
          onBlur={() => fixQuantity(number)}
        />
        <button
          type="button"
          aria-label={`One more of ${name}`}
          disabled={max !== null && number >= max}
          onClick={() => fixQuantity(number + 1)}
        >
          <span aria-hidden="true">+</span>
        </button>
      </div>
      <span role="status">{note}</span>
    </div>
  )
}

/** Whole, at least `least` and at most what there is (ATC-11). */
export function clampQuantity(number: number, max: number | null, min: 0 | 1 = 1): number {
  const integer = Number.isFinite(number) ? Math.trunc(number) : min
  return Math.max(min, max === null ? integer : Math.min(integer, max))
}
