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
  least?: 0 | 1
  /** Null where nothing limits it. */
  most: number | null
  onChange: (value: string) => void
}

/** How many: a number field, with a minus and a plus once script is there. A number that cannot be had is mended, and said so. */
export function QuantityStepper({ id, name, field = 'quantity', value, least = 1, most, onChange }: StepperProps) {
  const [note, setNote] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const number = Number(value)
  const mend = (wanted: number) => {
    const mended = within(wanted, most, least)
    setNote(wanted > mended ? `There ${mended === 1 ? 'is' : 'are'} only ${mended} of this.` : '')
    onChange(String(mended))
  }
  // Another choice may have fewer of it.
  useEffect(() => {
    if (most !== null && number > most && input.current !== document.activeElement) mend(number)
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [most])
  return (
    <div className={`quantity ${styles.quantity}`}>
      <div>
        <label className="screen-reader-text" htmlFor={id}>
          {name} quantity
        </label>
        <button
          type="button"
          aria-label={`One less of ${name}`}
          disabled={number <= least}
          onClick={() => mend(number - 1)}
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
          min={least}
          {...(most === null ? {} : { max: most })}
          step={1}
          inputMode="numeric"
          autoComplete="off"
          onChange={(event) => {
            setNote('')
            onChange(event.target.value)
          }}
          onBlur={() => mend(number)}
        />
        <button
          type="button"
          aria-label={`One more of ${name}`}
          disabled={most !== null && number >= most}
          onClick={() => mend(number + 1)}
        >
          <span aria-hidden="true">+</span>
        </button>
      </div>
      <span role="status">{note}</span>
    </div>
  )
}

/** Whole, at least `least` and at most what there is (ATC-11). */
export function within(number: number, most: number | null, least: 0 | 1 = 1): number {
  const whole = Number.isFinite(number) ? Math.trunc(number) : least
  return Math.max(least, most === null ? whole : Math.min(whole, most))
}
