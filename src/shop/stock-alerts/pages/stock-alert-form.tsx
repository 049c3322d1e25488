import { HoneypotField } from '../../../people/abuse/honeypot.tsx'
import { Submit } from '../../../platform/ui/buttons.tsx'
import { paths } from '../../../platform/web/routes.ts'
import { ALERT_TEXT } from '../alert-text.ts'
import styles from './stock-alerts.module.css'

type StockAlertFormProps = {
  readonly productId: number
  readonly sizes: readonly { readonly id: number; readonly label: string }[]
  /** The whole product is sold out, so the alert may be for any variation. */
  readonly isAnySize: boolean
}

/** Identical for all visitors, for the page cache; `saved.client.ts` selects the viewed variation. */
export const StockAlertForm = ({ productId, sizes, isAnySize }: StockAlertFormProps) => (
  <form id="stock-alert" className={styles.form} method="post" action={paths.stockAlerts}>
    <h2>Tell me when it is back</h2>
    <input type="hidden" name="product_id" value={productId} />
    {sizes.length > 0 && (
      <p className={styles.field}>
        <label htmlFor="stock-alert-size">Sold out in</label>
        <select id="stock-alert-size" name="variation_id" data-sold-out-sizes="">
          {isAnySize && <option value="">Any size</option>}
          {sizes.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </select>
      </p>
    )}
    <p className={styles.field}>
      <label htmlFor="stock-alert-email">Email address</label>
      <input
        id="stock-alert-email"
        type="email"
        name="email"
        autoComplete="email"
        maxLength={254}
        aria-describedby="stock-alert-hint"
      />
    </p>
    <HoneypotField />
    <Submit label="Tell me" />
    <p id="stock-alert-hint" className="soft-small">
      {ALERT_TEXT} Customers who are signed in may leave the address empty.
    </p>
  </form>
)
