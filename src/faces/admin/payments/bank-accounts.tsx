import controls from '../../../platform/admin/controls.module.css'
import form from '../../../platform/admin/form.module.css'
import { type BankAccountJson, emptyBankAccount, paymentLimits } from './payment-settings.ts'
import styles from './payments-screen.module.css'

const fields = [
  ['account_name', 'Account name', {}],
  ['bank_name', 'Bank', {}],
  ['institution', 'Institution (3 digits)', { inputMode: 'numeric', pattern: '[0-9]{3}' }],
  ['transit', 'Transit (5 digits)', { inputMode: 'numeric', pattern: '[0-9]{5}' }],
  ['account_number', 'Account number', { inputMode: 'numeric', pattern: '[0-9]{5,17}' }],
] as const

type BankAccountsProps = {
  readonly accounts: readonly BankAccountJson[]
  readonly onChange: (accounts: readonly BankAccountJson[]) => void
}

/** Bank accounts for transfers. */
export function BankAccounts({ accounts, onChange }: BankAccountsProps) {
  return (
    <fieldset className={styles.kinds}>
      <legend>Bank accounts, shown after ordering</legend>
      {accounts.map((account, index) => (
        <div key={index} className={styles.account}>
          {fields.map(([name, label, rules]) => (
            <label key={name} className={form.field}>
              {label}
              <input
                className={controls.field}
                required={name !== 'bank_name'}
                maxLength={100}
                {...rules}
                value={account[name]}
                onChange={(event) => onChange(accounts.with(index, { ...account, [name]: event.target.value }))}
              />
            </label>
          ))}
          <button
            type="button"
            className={controls.button}
            aria-label={`Remove the account ${account.account_name}`}
            onClick={() => onChange(accounts.toSpliced(index, 1))}
          >
            Remove
          </button>
        </div>
      ))}
      {accounts.length < paymentLimits.maxBankAccounts && (
        <button type="button" className={controls.button} onClick={() => onChange([...accounts, emptyBankAccount])}>
          Add an account
        </button>
      )}
    </fieldset>
  )
}
