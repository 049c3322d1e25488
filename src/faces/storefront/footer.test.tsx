import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { defaultSettings } from '../../settings.ts'
import { CheckoutFooter } from './footer.tsx'

test('the checkout links to the policies that the footer menu links to, and to no page that is not public', () => {
  const link = (label: string, href: string) => ({ label, href, children: [] })
  const children = [link('House rules', '/house-rules/'), link('Privacy', '/privacy-policy/'), link('Us', '/about/')]
  const settings = { ...defaultSettings, termsPage: 'house-rules' }
  const linksWith = (...shown: typeof children) =>
    [
      ...renderToStaticMarkup(
        <CheckoutFooter settings={settings} menu={[{ label: 'About', href: '', children: shown }]} />,
      ).matchAll(/href="(\/[^"]*)"/g),
    ].map(([, href]) => href)
  expect(linksWith(...children)).toEqual(['/house-rules/', '/privacy-policy/'])
  expect(linksWith()).toEqual([])
})
