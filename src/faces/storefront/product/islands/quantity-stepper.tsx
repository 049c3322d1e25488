import { useEffect, useRef, useState } from 'react'
import styles from './quantity-stepper.module.css'

type StepperProps = {
  id: string
  /** Product name, for screen readers. */
  name: string
  /** Field name: `quantity`, or `quantity[12]` for the child of a grouped product. */
  field?: string
  value: string
  /** 0 where no quantity at all is valid. */
  min?: 0 | 1
  /** Null for unlimited. */
  max: number | null
  onChange: (value: string) => void
}

/** Number field with minus and plus buttons once hydrated. Invalid numbers are corrected with a message. */
export function QuantityStepper({ id, name, field = 'quantity', value, min = 1, max, onChange }: StepperProps) {
  const [note, setNote] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const number = Number(value)
  const fixQuantity = (requested: number) => {
    const fixed = clampQuantity(requested, max, min)
    setNote(requested > fixed ? `There ${fixed === 1 ? 'is' : 'are'} only ${fixed} of this.` : '')
    onChange(String(fixed))
  }
  /** Waits until what was pressed is released: its click would be lost if it were disabled or moved meanwhile. */
  const fixTyped = () => {
    if (document.querySelector(':active')) return void setTimeout(fixTyped, 50)
    const typed = input.current?.value ?? value
    if (typed !== String(clampQuantity(typed, max, min))) fixQuantity(Number(typed))
  }
  // Another selection may have less stock.
  useEffect(() => {
    if (max !== null && number > max && input.current !== document.activeElement) fixQuantity(number)
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [max])
  const stepButton = (label: string, sign: string, next: number, isDisabled: boolean) => (
    <button type="button" aria-label={label} disabled={isDisabled} onClick={() => fixQuantity(next)}>
      <span aria-hidden="true">{sign}</span>
    </button>
  )
  return (
    <div className={`quantity ${styles.quantity}`}>
      <div>
        <label className="screen-reader-text" htmlFor={id}>
          {name} quantity
        </label>
        {stepButton(`One less of ${name}`, '−', number - 1, number <= min)}
        <input
          ref={input}
          id={id}
          className="input-text qty text"
          type="number"
          name={field}
          value={value}
          min={min}
          max={max ?? undefined}
          step={1}
          inputMode="numeric"
          autoComplete="off"
          onChange={(event) => {
            setNote('')
            onChange(event.target.value)
          }}
          onBlur={() => setTimeout(fixTyped)}
        />
        {stepButton(`One more of ${name}`, '+', number + 1, max !== null && number >= max)}
      </div>
      <span role="status">{note}</span>
    </div>
  )
}

/** An integer from `min` up to the available stock (ATC-11). */
export function clampQuantity(typed: string | number, max: number | null, min: 0 | 1 = 1): number {
  const number = Math.trunc(Number(typed))
  const integer = Number.isFinite(number) ? number : min
  return Math.max(min, max === null ? integer : Math.min(integer, max))
}
