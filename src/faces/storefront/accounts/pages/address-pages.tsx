import type { CustomerAddresses } from '../../../../people/accounts/users.store.ts'
import type { Address, FieldSet } from '../../../../people/addresses/address.ts'
import type { RulesLookup } from '../../../../people/addresses/address-rules.ts'
import type { Country } from '../../../../people/addresses/countries.ts'
import { button } from '../../../../platform/ui/button.tsx'
import { hrefs, paths } from '../../../../platform/web/routes.ts'
import { AddressFields } from '../../../../shop/checkout/pages/address-fields.tsx'
import { addressLines } from '../../../../shop/orders/order-summary.ts'
import styles from './account.module.css'

/** /my-account/edit-address/: both addresses. */
export const AddressesPage = ({ billing, shipping }: CustomerAddresses) => (
  <>
    <p className={styles.lead}>The checkout fills these in for you.</p>
    <div className={`u-columns woocommerce-Addresses col2-set addresses ${styles.addresses}`}>
      <AddressCard set="billing" title="Billing address" address={billing} />
      <AddressCard set="shipping" title="Shipping address" address={shipping} />
    </div>
  </>
)

type AddressCardProps = { readonly set: FieldSet; readonly title: string; readonly address: Partial<Address> }

const noAddress: Address = {
  ...{ firstName: '', lastName: '', company: '', address1: '', address2: '', city: '', state: '', postcode: '' },
  ...{ country: '', email: '', phone: '' },
}

function AddressCard({ set, title, address }: AddressCardProps) {
  const lines = address.address1 ? addressLines({ ...noAddress, ...address }) : []
  return (
    <section className={`woocommerce-Address ${styles.card}`}>
      <header className={`woocommerce-Address-title title ${styles.cardTitle}`}>
        <h2 className={styles.title}>{title}</h2>
        <a
          href={hrefs.accountAddress(set)}
          className="edit"
          aria-label={`${lines.length > 0 ? 'Edit' : 'Add'} ${title.toLowerCase()}`}
        >
          {lines.length > 0 ? 'Edit' : 'Add'}
        </a>
      </header>
      <address className={styles.address}>
        {lines.length > 0
          ? lines.map((line, index) => <span key={index}>{line}</span>)
          : 'You have not set up this address yet.'}
      </address>
    </section>
  )
}

type AddressPageProps = {
  readonly set: FieldSet
  readonly action: string
  readonly values: Partial<Address>
  readonly errors: ReadonlyMap<string, string>
  readonly countries: readonly Country[]
  readonly rulesOf: RulesLookup
  readonly baseCountry: string
  readonly nonce: { readonly name: string; readonly value: string }
}

/** /my-account/edit-address/billing/ and /shipping/. */
export const AddressPage = ({ action, nonce, ...fields }: AddressPageProps) => (
  <form action={action} method="post" className={styles.form} noValidate>
    <div className="woocommerce-address-fields">
      <AddressFields {...fields} />
    </div>
    <input type="hidden" name={nonce.name} value={nonce.value} />
    <input type="hidden" name="action" value="edit_address" />
    <p className={styles.save}>
      <button type="submit" className={button.primary} name="save_address" value="Save address">
        Save address
      </button>
      <a href={paths.accountAddresses}>Cancel</a>
    </p>
  </form>
)
