import type { ComponentProps } from 'react'
import { button } from './button.tsx'

type Look = {
  readonly variant?: keyof typeof button
  /** Text of the button, unless it has children. */
  readonly label?: string
}

type ButtonProps = Look & ComponentProps<'button'>
type LinkProps = Look & ComponentProps<'a'>

export const Submit = ({ variant = 'primary', label, children = label, ...props }: ButtonProps) => (
  <button type="submit" className={button[variant]} {...props}>
    {children}
  </button>
)

export const ButtonLink = ({ variant = 'primary', label, children = label, ...props }: LinkProps) => (
  <a className={button[variant]} {...props}>
    {children}
  </a>
)
