import { useState } from 'react'
import { useController } from 'react-hook-form'
import { parsePrice } from '../../money/money.ts'
import controls from '../controls.module.css'
import { Field, FieldFrame, type FieldProps } from './field.tsx'

const isAmount = (text: unknown): boolean => text === '' || parsePrice(String(text)) !== null

/** An amount in dollars as text, '12.50', as in WooCommerce's API; '' for none. */
export function Money({ unit = '$', ...field }: FieldProps & { readonly unit?: '$' | '%' }) {
  const validate = (text: unknown) => isAmount(text) || `${field.label} must be an amount such as 12.50.`
  return <Field {...field} inputMode="decimal" prefix={unit} rules={{ validate }} />
}

type QuantityProps = FieldProps & {
  readonly min?: number
  readonly max?: number
  /** The stored value of 1 in the field: with 100, cents are shown as dollars. */
  readonly unit?: number
}

export function Quantity({ min = 0, max = 2_147_483_647, unit = 1, ...field }: QuantityProps) {
  const { name, label, required } = field
  const parse = (text: string) => (text.trim() === '' ? null : Number(text) * unit)
  const textOf = (value: unknown) => (typeof value === 'number' ? String(value / unit) : '')
  const validate = (value: unknown) =>
    value === null
      ? !required || `${label} is needed.`
      : (Number.isInteger(value) && Number(value) >= min * unit && Number(value) <= max * unit) ||
        `${label} takes a whole number from ${min.toLocaleString('en-CA')} to ${max.toLocaleString('en-CA')}.`
  const { field: input } = useController({ name, rules: { validate } })
  const [typed, setTyped] = useState('')
  return (
    <FieldFrame {...field}>
      {(control) => (
        <input
          type="text"
          inputMode={unit === 1 ? 'numeric' : 'decimal'}
          className={controls.field}
          {...control}
          {...input}
          // The typed text, unless the form's value has changed since.
          value={Object.is(parse(typed), input.value) ? typed : textOf(input.value)}
          onChange={({ target }) => {
            setTyped(target.value)
            input.onChange(parse(target.value))
          }}
        />
      )}
    </FieldFrame>
  )
}
