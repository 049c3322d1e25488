/**
 * A payment method may be named only in its own folder and in the list of payment methods; all other code reads its
 * properties.
 */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { isTest } from './rooms.ts'

const root = resolve(import.meta.dirname, '..')
const METHODS = 'src/shop/gateways/methods'
const WALLETS = 'src/shop/wallets'
/** These files list all payment methods and wallets. */
const lists = ['src/shop/payment-methods/payment-methods.ts', `${WALLETS}/wallets.ts`]

const foldersOf = (pattern: string): string[] => globSync(pattern, { cwd: root }).map((path) => dirname(path))
const methods = foldersOf(`${METHODS}/*/admin`)
const wallets = foldersOf(`${WALLETS}/*/adapter.client.ts`)

const idOf = (folder: string): string => folder.split('/').at(-1) ?? ''

/** An id that could also be another word counts only as a complete string literal, or as a property. */
const methodPattern = (id: string): RegExp =>
  id.startsWith('stripe_') ? new RegExp(`(?<![a-z])${id}(?!_generic)`) : new RegExp(`['"\`]${id}['"\`]|\\.${id}\\b`)

/** For 'stripe_somepay', the names somepay, some-pay and Some Pay count, too. */
const walletPattern = (id: string): RegExp => new RegExp(id.replace('stripe_', '').replace('pay', '[ _-]?pay'), 'i')

const rules = [
  ...methods.map((folder) => ({ folder, pattern: methodPattern(idOf(folder)) })),
  ...wallets.map((folder) => ({ folder, pattern: walletPattern(idOf(folder)) })),
]

/** Lines that name a payment method outside its folder. Wallets may name each other. */
function namesIn(file: string, text: string): string[] {
  if (lists.includes(file)) return []
  const isWallet = wallets.some((folder) => file.startsWith(`${folder}/`))
  const patterns = rules
    .filter(({ folder }) => !file.startsWith(`${folder}/`) && !(isWallet && wallets.includes(folder)))
    .map(({ pattern }) => pattern)
  const lines = text.split('\n').filter((line) => patterns.some((pattern) => pattern.test(line)))
  return lines.map((line) => `${file}: ${line.trim()}`)
}

test('each way to pay has a folder', () => {
  expect(methods.map(idOf)).toContain('stripe_cc')
  expect(wallets.map(idOf)).toContain('stripe_googlepay')
})

test('a name outside of its folder is found', () => {
  const file = 'src/shop/checkout/x.ts'
  const named = [
    "if (id === 'stripe_applepay')",
    'gateways.bacs',
    '// as with Google Pay',
    "['cod', 1]",
    'wc-stripe_cc-x',
  ]
  expect(namesIn(file, named.join('\n'))).toHaveLength(named.length)
  expect(namesIn(file, "code\n'codes'\npayment request\nstripe_cc_generic\nwc-bacs-bank-details")).toEqual([])
  expect(namesIn(`${WALLETS}/stripe_applepay/x.ts`, 'stripe_applepay')).toEqual([])
  expect(namesIn(lists[0] ?? '', "import { card } from './stripe_cc/card.ts'")).toEqual([])
})

test('no other file of the shop names a way to pay', () => {
  const files = globSync('src/*/**/*.{ts,tsx,css}', { cwd: root }).filter((file) => !isTest(file))
  expect(files.flatMap((file) => namesIn(file, readFileSync(join(root, file), 'utf8')))).toEqual([])
})
