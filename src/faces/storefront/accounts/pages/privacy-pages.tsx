import type { FormNonce } from '../../../../people/identity/form-nonce.tsx'
import { MAX_PASSWORD_LENGTH } from '../../../../people/identity/passwords/password-rules.ts'
import { GRACE_DAYS } from '../../../../people/privacy/delete-account.ts'
import type { PersonalData } from '../../../../platform/privacy/personal-data.ts'
import { formatShopDay } from '../../../../platform/time/shop-time.ts'
import { ButtonLink, Submit } from '../../../../platform/ui/buttons.tsx'
import { hrefs, paths } from '../../../../platform/web/routes.ts'
import styles from './account.module.css'
import { Section, TitledMain } from './account-frame.tsx'
import { FormRow } from './form-row.tsx'

type FormProps = {
  /** What the actions need: nothing within minutes after sign-in. */
  readonly proof: 'fresh' | 'password' | 'sign-in'
  readonly error: string | undefined
  readonly nonce: FormNonce
}

type PrivacyPageProps = FormProps & {
  readonly parts: readonly Pick<PersonalData, 'id' | 'title'>[]
  readonly isVerified: boolean
  readonly deletion: { readonly dueAt: Date } | null
}

export const PrivacyPage = ({ parts, isVerified, deletion, ...form }: PrivacyPageProps) => (
  <div className={styles.parts}>
    {deletion && <Keep dueAt={deletion.dueAt} nonce={form.nonce} />}
    <Section id="download" title="Download your data">
      <p>One file with everything we hold about you:</p>
      <ul className={styles.columns}>
        {parts.map(({ id, title }) => (
          <li key={id}>{title}</li>
        ))}
      </ul>
      {!isVerified && (
        <p className="soft-small">
          Orders and comments that you made as a guest are included once your email address is confirmed, for instance
          by <a href={paths.lostPassword}>choosing a new password by email</a>.
        </p>
      )}
      <form action={paths.accountDownload} method="post" className={styles.form}>
        <Password {...form} />
        <p className={styles.save}>
          <Submit name="format" value="csv" label="Download tables (CSV)" />
          <Submit variant="secondary" name="format" value="json" label="Download JSON" />
        </p>
      </form>
    </Section>
    {!deletion && (
      <Section id="delete" title="Delete your account">
        <p>We delete your account a week after you ask for it. Until then you can change your mind.</p>
        <a href={paths.accountDeletion}>Delete my account</a>
      </Section>
    )}
  </div>
)

const Keep = ({ dueAt, nonce }: { dueAt: Date; nonce: FormProps['nonce'] }) => (
  <Section id="keep" title="Your account will be deleted" className={styles.card}>
    <p>On {formatShopDay(dueAt)}. Nothing is lost until then.</p>
    <form action={paths.accountPrivacy} method="post">
      <input type="hidden" name={nonce.name} value={nonce.value} />
      <Submit name="keep_account" value="1" label="Keep my account" />
    </form>
  </Section>
)

const Password = ({ proof, error, nonce }: FormProps) => (
  <>
    {proof === 'password' && (
      <FormRow
        name="password"
        type="password"
        label="Your password"
        autoComplete="current-password"
        maxLength={MAX_PASSWORD_LENGTH}
        error={error}
      />
    )}
    {proof === 'sign-in' && (
      <p className="soft-small">You signed in a while ago, so we first ask you to confirm that it is you.</p>
    )}
    <input type="hidden" name={nonce.name} value={nonce.value} />
  </>
)

export const DeletionPage = ({ openOrders, ...form }: FormProps & { readonly openOrders: number }) => (
  <div className={styles.parts}>
    <section>
      <p className={styles.lead}>
        You have {GRACE_DAYS} days to change your mind: sign in and press “Keep my account”. After that this cannot be
        undone.
      </p>
      <dl className={styles.facts}>
        <dt>Deleted</dt>
        <dd>Your account, addresses, carts, choices, sign-ins, and the emails we sent you.</dd>
        <dt>Kept without your name</dt>
        <dd>
          Your orders, because the law wants books to be kept: what was sold, for how much, the tax, country and
          province. Your name, address, email address and telephone number are removed.
        </dd>
        <dt>Kept as “Former customer”</dt>
        <dd>Your comments and reviews, because others have answered them.</dd>
      </dl>
      {openOrders > 0 && (
        <p className={styles.warning} role="status">
          {openOrders === 1 ? 'One of your orders is' : `${openOrders} of your orders are`} still under way. We send
          what you paid for as usual, and delete the account once that is done. To stop an order,{' '}
          <a href={paths.accountOrders}>look at your orders</a> first.
        </p>
      )}
      <p>
        You may want to <a href={paths.accountPrivacy}>download your data</a> before.
      </p>
      <form action={paths.accountDeletion} method="post" className={styles.form}>
        <Password {...form} />
        <p className={styles.save}>
          <Submit name="delete_account" value="1" label="Delete my account" />
          <a href={paths.accountPrivacy}>Cancel</a>
        </p>
      </form>
    </section>
  </div>
)

export const DeletionRequestedPage = () => (
  <TitledMain title="Your account will be deleted">
    <p role="status">You are signed out. We have sent you an email with the date.</p>
    <p>
      If you change your mind within {GRACE_DAYS} days, <a href={hrefs.login(paths.accountPrivacy)}>sign in</a> and
      press “Keep my account”.
    </p>
    <ButtonLink variant="secondary" href={hrefs.shop()} label="Back to the shop" />
  </TitledMain>
)
