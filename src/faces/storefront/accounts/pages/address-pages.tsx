import type { ReactNode } from 'react'
import { MAX_ADDRESSES, MAX_LABEL_LENGTH, type SavedAddress } from '../../../../people/account/address-book.ts'
import { type Address, emptyAddress, type FieldSet } from '../../../../people/addresses/address.ts'
import { type FormNonce, NonceFields } from '../../../../people/identity/form-nonce.tsx'
import type { CustomerAddresses } from '../../../../people/identity/users.store.ts'
import { ButtonLink, Submit } from '../../../../platform/ui/buttons.tsx'
import { hrefs, paths } from '../../../../platform/web/routes.ts'
import { AddressFields } from '../../../../shop/checkout/pages/address-fields.tsx'
import { addressLines } from '../../../../shop/orders/order-summary.ts'
import styles from './account.module.css'
import { Section } from './account-frame.tsx'
import { FormRow } from './form-row.tsx'

export const addressTitles = { billing: 'Billing address', shipping: 'Shipping address' } as const

type AddressesPageProps = CustomerAddresses & {
  readonly book: readonly SavedAddress[]
  readonly deleted: Pick<SavedAddress, 'id' | 'label'> | null
  readonly nonce: FormNonce
}

export const AddressesPage = ({ billing, shipping, book, deleted, nonce }: AddressesPageProps) => (
  <>
    <p className={styles.lead}>The checkout fills these in for you.</p>
    <AddressCards billing={billing} shipping={shipping} />
    <Section id="address-book" title="Address book" className={styles.book}>
      {deleted && <Undo {...deleted} nonce={nonce} />}
      {book.length === 0 ? (
        <p className={styles.lead}>
          Keep more addresses here, such as of your office or your cottage, and choose one at the checkout.
        </p>
      ) : (
        <ul className={styles.addresses}>
          {book.map((saved) => (
            <BookCard key={saved.id} saved={saved} nonce={nonce} />
          ))}
        </ul>
      )}
      {book.length < MAX_ADDRESSES && (
        <ButtonLink variant="secondary" href={paths.accountNewAddress} label="Add an address" />
      )}
    </Section>
  </>
)

export const AddressCards = ({ billing, shipping }: CustomerAddresses) => (
  <div className={`u-columns woocommerce-Addresses col2-set addresses ${styles.addresses}`}>
    <AddressCard set="billing" address={billing} />
    <AddressCard set="shipping" address={shipping} />
  </div>
)

function AddressCard({ set, address }: { readonly set: FieldSet; readonly address: Partial<Address> }) {
  const title = addressTitles[set]
  const lines = address.address1 ? addressLines({ ...emptyAddress, ...address }) : []
  const verb = lines.length > 0 ? 'Edit' : 'Add'
  return (
    <section className={`woocommerce-Address ${styles.card}`}>
      <header className={`woocommerce-Address-title title ${styles.cardTitle}`}>
        <h2 className={styles.title}>{title}</h2>
        <a href={hrefs.accountAddress(set)} className="edit" aria-label={`${verb} ${title.toLowerCase()}`}>
          {verb}
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

const BookCard = ({ saved: { id, label, address, usedFor }, nonce }: { saved: SavedAddress; nonce: FormNonce }) => (
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
    {usedFor.length > 0 && <p className={styles.used}>Your {usedFor.join(' and ')} address</p>}
    <form method="post" action={paths.accountAddresses} className={styles.actions} aria-labelledby={`address-${id}`}>
      <input type="hidden" name={nonce.name} value={nonce.value} />
      {(['billing', 'shipping'] as const)
        .filter((set) => !usedFor.includes(set))
        .map((set) => (
          <Submit variant="tertiary" key={set} name={`${set}_default`} value={id}>
            Use for {set}
            <span className="screen-reader-text">: {label}</span>
          </Submit>
        ))}
      <Submit variant="tertiary" name="delete_address" value={id}>
        Delete<span className="screen-reader-text"> {label}</span>
      </Submit>
    </form>
  </li>
)

const Undo = ({ id, label, nonce }: { id: number; label: string; nonce: FormNonce }) => (
  <form method="post" action={paths.accountAddresses} className={styles.undo}>
    <p role="status" data-notice="">
      “{label}” was deleted.
    </p>
    <input type="hidden" name={nonce.name} value={nonce.value} />
    <Submit variant="tertiary" name="restore_address" value={id}>
      Undo<span className="screen-reader-text">: bring back {label}</span>
    </Submit>
  </form>
)

type AddressFormProps = Parameters<typeof AddressFields>[0] & {
  readonly action: string
  readonly nonce: FormNonce
  readonly before?: ReactNode
  readonly after?: ReactNode
}

/** A form with the checkout's address fields, and a link back to the addresses of the account. */
export const AddressForm = ({ action, nonce, before, after, ...fields }: AddressFormProps) => (
  <form action={action} method="post" className={styles.form} data-address-form={fields.set} noValidate>
    {before}
    <div className="woocommerce-address-fields">
      <AddressFields {...fields} />
    </div>
    {after}
    <NonceFields nonce={nonce} page={action} />
    <input type="hidden" name="action" value="edit_address" />
    <p className={styles.save}>
      <Submit name="save_address" value="Save address" label="Save address" />
      <a href={paths.accountAddresses}>Cancel</a>
    </p>
  </form>
)

type SavedAddressPageProps = Omit<AddressFormProps, 'set' | 'except' | 'before' | 'after'> & {
  readonly label: string
  readonly labelError?: string | null
  readonly isDefault?: Readonly<Record<FieldSet, boolean>>
}

/** An address of the address book, with the checkout's fields of a billing address; the email is the account's. */
export const SavedAddressPage = ({ label, labelError, isDefault, ...form }: SavedAddressPageProps) => (
  <AddressForm
    {...form}
    set="billing"
    except={['email']}
    before={
      <FormRow
        name="address_label"
        label="Name of this address"
        value={label}
        autoComplete="off"
        maxLength={MAX_LABEL_LENGTH}
        hint="What you call it: home, office, cottage."
        error={labelError ?? undefined}
      />
    }
    after={(['billing', 'shipping'] as const).map((set) => (
      <label key={set} className={styles.tick}>
        <input type="checkbox" name={`use_for_${set}`} value="1" defaultChecked={isDefault?.[set]} />
        <span>Use as my {set} address</span>
      </label>
    ))}
  />
)
