import { useMutation } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { countriesIn } from '../../../people/addresses/countries.ts'
import { useAdminContext } from '../../../platform/admin/admin-context.tsx'
import { formatAmount } from '../../../platform/admin/amount.ts'
import controls from '../../../platform/admin/controls.module.css'
import form from '../../../platform/admin/form/form.module.css'
import { Button, ErrorState, Panel, useRest } from '../../../platform/admin/parts.tsx'
import { paths } from '../../../platform/web/routes.ts'
import type { ShippingTrialJson } from '../rest/trial.ts'
import styles from './shipping.module.css'

const bodyOf = (fields: FormData) => ({
  country: fields.get('country'),
  state: fields.get('state'),
  postcode: fields.get('postcode'),
  quantity: Number(fields.get('quantity')),
  weight_grams: Math.round(Number(fields.get('weight')) * 1000),
  items_cents: Math.round(Number(fields.get('items')) * 100),
  shipping_class: fields.get('class') ?? '',
  free_shipping_coupon: fields.get('coupon') !== null,
})

const number = { type: 'number', min: 0, required: true } as const
const inputs: readonly (readonly [label: string, input: ComponentProps<'input'>])[] = [
  ['Postal code', { name: 'postcode', placeholder: 'H2X 1Y4', maxLength: 20 }],
  ['Province (or by the code)', { name: 'state', maxLength: 50 }],
  ['Pieces', { ...number, name: 'quantity', min: 1, max: 10_000, defaultValue: '1' }],
  ['Weight in kg', { ...number, name: 'weight', step: 0.001, defaultValue: '1.2' }],
  ['Value in dollars', { ...number, name: 'items', step: 0.01, defaultValue: '40.00' }],
]

/** Tests an address and a parcel against the saved zones. */
export function ShippingTrial() {
  const { rest } = useAdminContext()
  const trial = useMutation({
    mutationFn: (fields: FormData) => rest.send<ShippingTrialJson>('POST', paths.restShippingTrial, bodyOf(fields)),
  })
  const href = `${paths.restShippingClasses}?per_page=100`
  const classes = useRest<readonly { readonly slug: string; readonly name: string }[]>([href], href).data ?? []
  return (
    <Panel id="trial" title="What would a parcel cost?">
      <p className={form.soft}>By the zones as they are saved. Nothing is ordered.</p>
      <form
        className={styles.trial}
        onSubmit={(event) => {
          event.preventDefault()
          trial.mutate(new FormData(event.currentTarget))
        }}
      >
        <label>
          Country
          <select name="country" className={controls.field} defaultValue="CA">
            {countriesIn('everywhere').map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </select>
        </label>
        {inputs.map(([label, input]) => (
          <label key={label}>
            {label}
            <input className={controls.field} {...input} />
          </label>
        ))}
        {classes.length > 0 && (
          <label>
            Shipping class
            <select name="class" className={controls.field}>
              <option value="">None</option>
              {classes.map(({ slug, name }) => (
                <option key={slug} value={slug}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        )}
        <label className={styles.check}>
          <input type="checkbox" name="coupon" /> With a coupon for free shipping
        </label>
        <Button type="submit" label="Try it" isBusy={trial.isPending} />
      </form>
      {trial.isError && <ErrorState error={trial.error} />}
      <div role="status">{trial.data && <Result {...trial.data} />}</div>
    </Panel>
  )
}

function Result({ zone, rates, not_offered: notOffered }: ShippingTrialJson) {
  if (zone === null) return <p>No zone fits this address.</p>
  return (
    <>
      <p>
        {zone.id === 0 ? (
          'No zone fits this address: it gets the methods of everywhere else.'
        ) : (
          <>
            The address is in the zone <strong>{zone.name}</strong> ({zone.regions}).
          </>
        )}
        {rates.length === 0 && <strong> Nothing can be shipped there.</strong>}
      </p>
      {rates.length + notOffered.length === 0 && <p>The zone has no methods.</p>}
      <ul className={styles.result}>
        {rates.map(({ id, title, cost }) => (
          <li key={id}>
            {title}: <strong>{Number(cost) === 0 ? 'free' : `${formatAmount(cost)} before tax`}</strong>
          </li>
        ))}
        {notOffered.map(({ id, title, reason }) => (
          <li key={id} className={form.soft}>
            {title} is not offered. {reason}
          </li>
        ))}
      </ul>
    </>
  )
}
