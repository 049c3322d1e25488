import type { ComponentProps } from 'react'
import { button } from './button.tsx'

type Look = {
  readonly variant?: keyof typeof button
  /** Its text, unless it has more than that in it. */
  readonly label?: string
}

export const Submit = ({ variant = 'primary', label, ...props }: Look & ComponentProps<'button'>) => (
  <button type="submit" className={button[variant]} children={label} {...props} />
)

export const ButtonLink = ({ variant = 'primary', label, ...props }: Look & ComponentProps<'a'>) => (
  <a className={button[variant]} children={label} {...props} />
)
