import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { Combobox } from '../../../../platform/admin/combobox.tsx'
import { FieldFrame } from '../../../../platform/admin/fields/field.tsx'
import { FieldGroup, formFields } from '../../../../platform/admin/fields/form-fields.tsx'
import { useEntities } from '../../../../platform/admin/fields/use-entities.ts'
import { Button } from '../../../../platform/admin/parts.tsx'
import type { OrderPreviewJson } from '../../rest/order-preview.ts'
import styles from './by-hand.module.css'
import type { OrderValues } from './order-values.ts'

const { Field, Money, Quantity, Select, Checkbox, TokenField } = formFields<OrderValues>()

/** Products with quantity, and with a price if one was agreed that differs from the catalogue. */
export function LineFields() {
  const { fields, append, remove } = useFieldArray<OrderValues, 'lines', 'key'>({ name: 'lines', keyName: 'key' })
  const { search } = useEntities('sold', [])
  return (
    <FieldGroup title="Items">
      <FieldFrame name="line_items" label="Add a product" isWide>
        {(control) => (
          <Combobox
            control={control}
            {...search}
            onPick={({ id, label }) =>
              append({ id: 0, product: id, name: label, quantity: 1, agreed: '' }, { shouldFocus: false })
            }
          />
        )}
      </FieldFrame>
      {fields.map((line, index) => (
        <fieldset key={line.key} className={styles.row} aria-label={line.name}>
          <span className={styles.name}>{line.name}</span>
          <Quantity name={`lines.${index}.quantity`} label="Quantity" min={1} max={1_000_000} required />
          <Money name={`lines.${index}.agreed`} label="Agreed price for all" />
          <Button label="Remove" aria-label={`Remove ${line.name}`} onClick={() => remove(index)} />
        </fieldset>
      ))}
      <TokenField name="coupons" label="Coupons" placeholder="Code of a coupon" isWide />
    </FieldGroup>
  )
}

/** Charges that are not products, and rebates (negative amounts). */
export function FeeFields() {
  const { fields, append, remove } = useFieldArray<OrderValues, 'fees', 'key'>({ name: 'fees', keyName: 'key' })
  return (
    <FieldGroup title="Other lines and fees">
      {fields.map((fee, index) => (
        <fieldset key={fee.key} className={styles.fee} aria-label={`Other line ${index + 1}`}>
          <Field name={`fees.${index}.name`} label="Name" maxLength={200} required />
          <Field
            name={`fees.${index}.total`}
            label="Amount before tax"
            inputMode="decimal"
            prefix="$"
            required
            rules={{
              pattern: { value: /^-?\d+(\.\d{1,2})?$/, message: 'An amount such as 12.50, or -5.00 to take off.' },
            }}
          />
          <Checkbox name={`fees.${index}.isTaxed`} label="Taxed" />
          <Button label="Remove" aria-label={`Remove other line ${index + 1}`} onClick={() => remove(index)} />
        </fieldset>
      ))}
      <p className={styles.wide}>
        <Button label="Add a line" onClick={() => append({ id: 0, name: '', total: '', isTaxed: true })} />
      </p>
    </FieldGroup>
  )
}

/** One of the rates for the address, or a custom method and amount. */
export function ShippingFields({ rates }: { readonly rates: OrderPreviewJson['rates'] }) {
  const { fields, append, remove, update } = useFieldArray<OrderValues, 'shippingLines', 'key'>({
    name: 'shippingLines',
    keyName: 'key',
  })
  const { setValue } = useFormContext<OrderValues>()
  const lines = useWatch<OrderValues, 'shippingLines'>({ name: 'shippingLines' })
  const options = [...rates.map(({ id, title }) => [id, title] as const), ['other', 'Other'] as const]
  const [first = { id: 'other', title: 'Shipping', total: '' }] = rates
  /** Name and amount are those of the chosen rate, unless somebody has typed their own. */
  const follow = (index: number, id: string) => {
    const before = lines[index]
    const rate = rates.find((one) => one.id === before?.method)
    const chosen = rates.find((one) => one.id === id)
    if (!rate || !chosen) return
    if (before?.title === rate.title) setValue(`shippingLines.${index}.title`, chosen.title, { shouldDirty: true })
    if (before?.total === rate.total) setValue(`shippingLines.${index}.total`, chosen.total, { shouldDirty: true })
  }
  return (
    <FieldGroup title="Shipping">
      {fields.map((line, index) => (
        <fieldset key={line.key} className={styles.shipping} aria-label={`Shipping ${index + 1}`}>
          <Select
            name={`shippingLines.${index}.method`}
            label="Method"
            options={options.some(([id]) => id === line.method) ? options : [[line.method, line.title], ...options]}
            onChoose={(id) => follow(index, id)}
          />
          <Field name={`shippingLines.${index}.title`} label="Name" maxLength={200} required />
          <Money name={`shippingLines.${index}.total`} label="Amount before tax" required />
          <Button label="Remove" aria-label={`Remove shipping ${index + 1}`} onClick={() => remove(index)} />
          {rates
            .filter(({ id, title, total }) => {
              const now = lines[index]
              return now?.method === id && (now.title !== title || now.total !== total)
            })
            .map(({ id, title, total }) => (
              <Button
                key={id}
                label={`Use ${title} at ${total}`}
                onClick={() => update(index, { id: line.id, method: id, title, total })}
              />
            ))}
        </fieldset>
      ))}
      {fields.length === 0 && (
        <p className={styles.wide}>
          <Button
            label="Add shipping"
            onClick={() => append({ id: 0, method: first.id, title: first.title, total: first.total })}
          />
        </p>
      )}
    </FieldGroup>
  )
}
