import type { SeedPost } from '../types.ts'

export const icedWithoutSugar: SeedPost = {
  slug: 'iced-without-sugar',
  title: 'Iced tea that needs no sugar',
  excerpt: 'Cold water and one night in the refrigerator: the easiest tea there is, and the one that guests ask about.',
  category: 'Brewing',
  tags: ['summer', 'green tea', 'tisanes'],
  daysAgo: 205,
  picture: 'wenshan-bao-zhong-place',
  html: `
<p>Sugar is in iced tea for a reason. Hot water draws out the bitter along with the sweet, and cold dulls the sweet first, so what is left in the glass needs help. Steep the leaf in cold water instead and the bitter part stays where it is.</p>

<h2>The recipe</h2>
<p>Ten grams of leaf, one litre of cold water, eight hours in the refrigerator, a strainer. That is all. Use a jug with a lid, because a refrigerator smells of supper and tea listens.</p>

<h2>Four that we make all summer</h2>
<ul>
<li><a href="/product/wenshan-bao-zhong/">Bao Zhong</a>, which turns into something like cold lilac.</li>
<li><a href="/product/fukamushi-sencha/">Fukamushi sencha</a>, green as a pond and twice as refreshing. Four hours are enough.</li>
<li><a href="/product/lemon-verbena/">Lemon verbena</a> with a few slices of cucumber.</li>
<li><a href="/product/aswan-hibiscus/">Hibiscus</a>, for the colour alone. Half the leaf will do.</li>
</ul>

<h2>If you are in a hurry</h2>
<p>Brew it double strength with hot water, for half the usual time, and pour it over its own weight in ice. It is brighter and less soft than the slow kind. Black tea from <a href="/product/uva-ceylon/">Uva</a> is made for this: it stays clear where others cloud.</p>

<h2>How long it keeps</h2>
<p>Two days. It does not spoil at once, but on the third day it tastes of the refrigerator, and there is fresh tea to be made.</p>
`.trim(),
}
