/**
 * Pages of the shop a pointer rests on are made ready before the click. Never the ones that belong to a person or that
 * change something when asked for.
 */
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
