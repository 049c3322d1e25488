import { useFieldArray } from 'react-hook-form'
import { formFields } from '../../../../../platform/admin/fields/form-fields.tsx'
import { Button } from '../../../../../platform/admin/parts.tsx'
import type { MethodScreen } from '../../../method-screen.ts'
import type { BankTransferJson } from '../bank-transfer.ts'
import { maxBankAccounts } from './limits.ts'
import styles from './settings.module.css'

type Values = { bacs: BankTransferJson }
const { Field } = formFields<Values>()

const digits = (pattern: RegExp, message: string) => ({ pattern: { value: pattern, message } })
const accountFields = [
  ['account_name', 'Account name', undefined],
  ['bank_name', 'Bank', undefined],
  ['institution', 'Institution', digits(/^\d{3}$/, 'Three digits.')],
  ['transit', 'Transit', digits(/^\d{5}$/, 'Five digits.')],
  ['account_number', 'Account number', digits(/^\d{5,17}$/, '5 to 17 digits.')],
] as const

const emptyAccount = { account_name: '', bank_name: '', institution: '', transit: '', account_number: '' }

function BankAccounts() {
  const { fields, append, remove } = useFieldArray<Values, 'bacs.accounts'>({ name: 'bacs.accounts' })
  return (
    <fieldset className={styles.wide}>
      <legend>Bank accounts, shown after ordering</legend>
      {fields.map((account, index) => (
        <div key={account.id} className={styles.account}>
          {accountFields.map(([name, label, rules]) => (
            <Field
              key={name}
              name={`bacs.accounts.${index}.${name}`}
              label={label}
              required={name !== 'bank_name'}
              maxLength={100}
              {...(rules && { rules, inputMode: 'numeric' })}
            />
          ))}
          <Button
            label="Remove"
            aria-label={`Remove the account ${account.account_name}`}
            onClick={() => remove(index)}
          />
        </div>
      ))}
      {fields.length < maxBankAccounts && <Button label="Add an account" onClick={() => append(emptyAccount)} />}
    </fieldset>
  )
}

export const methodScreen: MethodScreen = { id: 'bacs', name: 'Bank transfer', Fields: BankAccounts }
