import { MAX_ADDRESSES, type SavedAddress } from '../../../../people/account/address-book.ts'
import type { Address, FieldSet } from '../../../../people/addresses/address.ts'
import type { CustomerAddresses } from '../../../../people/identity/users.store.ts'
import { button } from '../../../../platform/ui/button.tsx'
import { hrefs, paths } from '../../../../platform/web/routes.ts'
import { addressLines } from '../../../../shop/orders/order-summary.ts'
import styles from './account.module.css'
import bookStyles from './address-book.module.css'

export const addressTitles: Readonly<Record<FieldSet, string>> = {
  billing: 'Billing address',
  shipping: 'Shipping address',
}

type Nonce = { readonly name: string; readonly value: string }

type AddressesPageProps = CustomerAddresses & {
  readonly book: readonly SavedAddress[]
  /** The one that can be brought back. */
  readonly deleted: Pick<SavedAddress, 'id' | 'label'> | null
  readonly nonce: Nonce
}

/** /my-account/edit-address/: the default addresses, and the address book. */
export const AddressesPage = ({ billing, shipping, book, deleted, nonce }: AddressesPageProps) => (
  <>
    <p className={styles.lead}>The checkout fills these in for you.</p>
    <div className={`u-columns woocommerce-Addresses col2-set addresses ${styles.addresses}`}>
      <AddressCard set="billing" title={addressTitles.billing} address={billing} />
      <AddressCard set="shipping" title={addressTitles.shipping} address={shipping} />
    </div>
    <section className={bookStyles.book} aria-labelledby="address-book">
      <h2 id="address-book" className={styles.title}>
        Address book
      </h2>
      {deleted && <Undo {...deleted} nonce={nonce} />}
      {book.length === 0 ? (
        <p className={styles.lead}>
          Keep more addresses here, such as of your office or your cottage, and choose one at the checkout.
        </p>
      ) : (
        <ul className={`${styles.addresses} ${bookStyles.list}`}>
          {book.map((saved) => (
            <BookCard key={saved.id} saved={saved} nonce={nonce} />
          ))}
        </ul>
      )}
      {book.length < MAX_ADDRESSES && (
        <a className={button.secondary} href={paths.accountNewAddress}>
          Add an address
        </a>
      )}
    </section>
  </>
)

type AddressCardProps = { readonly set: FieldSet; readonly title: string; readonly address: Partial<Address> }

const noAddress: Address = {
  ...{ firstName: '', lastName: '', company: '', address1: '', address2: '', city: '', state: '', postcode: '' },
  ...{ country: '', email: '', phone: '' },
}

/** An address of the account, and where it is changed. */
export function AddressCard({ set, title, address }: AddressCardProps) {
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

/** Its buttons are one form: each names what it does, and the address. */
function BookCard({ saved: { id, label, address, usedFor }, nonce }: { saved: SavedAddress; nonce: Nonce }) {
  return (
    <li className={styles.card}>
      <div className={styles.cardTitle}>
        <h3 id={`address-${id}`} className={styles.title}>
          {label}
        </h3>
        <a href={hrefs.accountSavedAddress(id)} className="edit" aria-label={`Edit ${label}`}>
          Edit
        </a>
      </div>
      <address className={styles.address}>
        {addressLines(address).map((line, index) => (
          <span key={index}>{line}</span>
        ))}
      </address>
      {usedFor.length > 0 && <p className={bookStyles.used}>Your {usedFor.join(' and ')} address</p>}
      <form
        method="post"
        action={paths.accountAddresses}
        className={bookStyles.actions}
        aria-labelledby={`address-${id}`}
      >
        <input type="hidden" name={nonce.name} value={nonce.value} />
        {(['billing', 'shipping'] as const)
          .filter((set) => !usedFor.includes(set))
          .map((set) => (
            <button key={set} type="submit" className={button.tertiary} name={`${set}_default`} value={id}>
              Use for {set}
              <span className="screen-reader-text">: {label}</span>
            </button>
          ))}
        <button type="submit" className={button.tertiary} name="delete_address" value={id}>
          Delete<span className="screen-reader-text"> {label}</span>
        </button>
      </form>
    </li>
  )
}

const Undo = ({ id, label, nonce }: { id: number; label: string; nonce: Nonce }) => (
  <form method="post" action={paths.accountAddresses} className={bookStyles.undo}>
    <p role="status" data-notice="">
      “{label}” was deleted.
    </p>
    <input type="hidden" name={nonce.name} value={nonce.value} />
    <button type="submit" className={button.tertiary} name="restore_address" value={id}>
      Undo<span className="screen-reader-text">: bring back {label}</span>
    </button>
  </form>
)
