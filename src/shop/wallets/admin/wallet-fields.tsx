import { formFields } from '../../../platform/admin/fields/form-fields.tsx'
import type { MethodScreen } from '../../gateways/method-screen.ts'
import { type ButtonStyle, maxButtonRadius, requestButtonStyles } from '../wallet-options.ts'

const { Checkbox, CheckboxGroup, Quantity, Select } = formFields<Record<string, unknown>>()

const sections = [
  ['product', 'Product pages'],
  ['cart', 'Cart'],
  ['checkout', 'Top of the checkout'],
] as const

const colors = [
  ['black', 'Black'],
  ['white', 'White'],
] as const

const styleNames: Readonly<Record<ButtonStyle, string>> = {
  buy: 'Buy with …',
  book: 'Book with …',
  donate: 'Donate with …',
  plain: 'Its logo alone',
  checkout: 'Check out with …',
  order: 'Order with …',
  pay: 'Pay with …',
}

type Props = { readonly id: string; readonly styles?: readonly ButtonStyle[] }

export const WalletSettingsFields = ({ id, styles = requestButtonStyles }: Props) => (
  <>
    <Checkbox
      name={`${id}.capture`}
      label="Charge at once. Otherwise payments are only authorized, and you capture each within seven days."
    />
    <CheckboxGroup name={`${id}.sections`} label="Pages with its own button" options={sections} isWide />
    <Select name={`${id}.button.color`} label="Colour of the button" options={colors} />
    <Select
      name={`${id}.button.style`}
      label="Button text"
      options={styles.map((style) => [style, styleNames[style]] as const)}
    />
    <Quantity name={`${id}.button.radius`} label="Radius of its corners, in pixels" max={maxButtonRadius} required />
  </>
)

export const walletScreen = (id: string, name: string): MethodScreen => ({
  id,
  name,
  Fields: () => <WalletSettingsFields id={id} />,
})
