/** Prerenders shop pages on hover. Excludes personal pages and those with side effects. */
const rules = {
  prerender: [
    {
      where: {
        and: [
          { href_matches: '/*' },
          {
            not: {
              href_matches: [
                '/cart/*',
                '/checkout/*',
                '/my-account/*',
                '/wp-*',
                '/*\\?*(^|&)add-to-cart=*',
                '/*\\?*remove_item=*',
              ],
            },
          },
          { not: { selector_matches: '[rel~=nofollow], [download], [target=_blank], .add_to_cart_button' } },
        ],
      },
      eagerness: 'moderate',
    },
  ],
}

export const speculationRules = JSON.stringify(rules)
