import { Icon } from '../../ui/icon.tsx'
import styles from './quantity-stepper.module.css'

type StepperProps = {
  id: string
  /** Of the product, for those who hear the page. */
  name: string
  value: string
  /** Null where nothing limits it. */
  most: number | null
  isHidden: boolean
  onChange: (value: string) => void
}

/** How many: a number field, with a minus and a plus once script is there. */
export function QuantityStepper({ id, name, value, most, isHidden, onChange }: StepperProps) {
  if (isHidden) return <input type="hidden" name="quantity" value="1" />
  const number = Number(value)
  const step = (by: number) => onChange(String(within(number + by, most)))
  return (
    <div className={`quantity ${styles.stepper}`}>
      <label className="screen-reader-text" htmlFor={id}>
        {name} quantity
      </label>
      <button
        type="button"
        className={styles.step}
        aria-label="One less"
        disabled={number <= 1}
        onClick={() => step(-1)}
      >
        <Icon name="minus" size={18} />
      </button>
      <input
        id={id}
        className={`input-text qty text ${styles.field}`}
        type="number"
        name="quantity"
        value={value}
        min={1}
        {...(most === null ? {} : { max: most })}
        step={1}
        inputMode="numeric"
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
        onBlur={() => onChange(String(within(number, most)))}
      />
      <button
        type="button"
        className={styles.step}
        aria-label="One more"
        disabled={most !== null && number >= most}
        onClick={() => step(1)}
      >
        <Icon name="plus" size={18} />
      </button>
    </div>
  )
}

/** At least one, at most what there is, whole (ATC-11). */
export function within(number: number, most: number | null): number {
  const whole = Number.isFinite(number) ? Math.trunc(number) : 1
  return Math.max(1, most === null ? whole : Math.min(whole, most))
}
