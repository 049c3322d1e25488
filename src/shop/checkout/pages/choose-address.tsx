import { button } from '../../../platform/ui/button.tsx'
import { paths } from '../../../platform/web/routes.ts'
import styles from '../checkout.module.css'
import type { ChosenAddresses, OfferedAddress } from '../saved-addresses.ts'

type ChooseAddressProps = {
  readonly offered: readonly OfferedAddress[]
  readonly chosen: ChosenAddresses
  readonly needsShipping: boolean
}

/** Fills in the form below with saved addresses; a form of its own, because the checkout's fields are the platform's. */
export function ChooseAddress({ offered, chosen, needsShipping }: ChooseAddressProps) {
  return (
    <form className={styles.choose} action={paths.checkout} method="get" aria-label="Your saved addresses">
      <p className={styles.row}>
        <label htmlFor="bill_to">Bill to</label>
        <select id="bill_to" name="bill_to" defaultValue={chosen.billTo}>
          {optionsOf(offered)}
        </select>
      </p>
      {needsShipping && (
        <p className={styles.row}>
          <label htmlFor="ship_to">Deliver to</label>
          <select id="ship_to" name="ship_to" defaultValue={chosen.shipTo}>
            <option value="">The same address</option>
            {optionsOf(offered)}
          </select>
        </p>
      )}
      <button type="submit" className={button.secondary}>
        Fill in
      </button>
    </form>
  )
}

const optionsOf = (offered: readonly OfferedAddress[]) =>
  offered.map(({ key, label, address }) => (
    <option key={key} value={key}>
      {`${label}: ${address.address1 ?? ''}, ${address.city ?? ''}`}
    </option>
  ))
