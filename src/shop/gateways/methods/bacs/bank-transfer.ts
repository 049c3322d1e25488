import { z } from 'zod'
import {
  definePaymentMethod,
  type OfflineSettings,
  offlineSchema,
  type PaymentRows,
  paragraphs,
  textField,
} from '../../payment-method.ts'
import { maxBankAccounts } from './admin/limits.ts'

type BankAccount = {
  readonly accountName: string
  readonly bankName: string
  readonly institution: string
  readonly transit: string
  readonly accountNumber: string
}

type BankTransferSettings = OfflineSettings & { readonly accounts: readonly BankAccount[] }

const digits = (name: string, count: string, pattern: RegExp) =>
  z.string().trim().regex(pattern, `The ${name} has ${count} digits.`)

const accountSchema = z.strictObject({
  account_name: textField(100).min(1, 'Please say whose account it is.'),
  bank_name: textField(100),
  institution: digits('institution number', '3', /^\d{3}$/),
  transit: digits('transit number', '5', /^\d{5}$/),
  account_number: digits('account number', '5 to 17', /^\d{5,17}$/),
})
const schema = offlineSchema.extend({ accounts: z.array(accountSchema).max(maxBankAccounts) })
export type BankTransferJson = z.infer<typeof schema>

export const bankTransfer = definePaymentMethod({
  id: 'bacs',
  defaults: {
    enabled: false,
    title: 'Direct bank transfer',
    description: 'Make your payment directly into our bank account.',
    instructions: 'Please transfer the total to our account. We get your order ready when your payment arrives.',
    accounts: [],
  } as BankTransferSettings,
  json: {
    schema,
    of: ({ accounts, ...settings }): BankTransferJson => ({
      ...settings,
      accounts: accounts.map(({ accountName, bankName, institution, transit, accountNumber }) => ({
        account_name: accountName,
        bank_name: bankName,
        institution,
        transit,
        account_number: accountNumber,
      })),
    }),
    parse: ({ accounts, ...settings }) => ({
      ...settings,
      accounts: accounts.map(({ account_name, bank_name, institution, transit, account_number }) => ({
        accountName: account_name,
        bankName: bank_name,
        institution,
        transit,
        accountNumber: account_number,
      })),
    }),
  },
  offline: { acceptedAs: 'on-hold' },
  clause: () => 'by bank transfer',
  instructions: paragraphs,
  accounts: (settings) => settings.accounts.map(accountRows),
})

const accountRows = (account: BankAccount): PaymentRows =>
  (
    [
      ['Account name', account.accountName],
      ['Bank', account.bankName],
      ['Institution number', account.institution],
      ['Transit number', account.transit],
      ['Account number', account.accountNumber],
    ] as const
  ).filter(([, value]) => value !== '')
