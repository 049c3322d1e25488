import type { SeedPost } from '../types.ts'

export const aClayPotAndOneTea: SeedPost = {
  slug: 'a-clay-pot-and-one-tea',
  title: 'A clay pot and one tea',
  excerpt:
    'Why an unglazed pot is given to a single tea, how to season it without ceremony, and what to do when somebody washes it with soap.',
  category: 'Keeping',
  tags: ['teaware', 'oolong', 'pu-erh'],
  daysAgo: 318,
  picture: 'yixing-zini-pot-in-use',
  html: `
<p>The clay of Yixing is fired hot enough to hold water and not hot enough to become glass. What is left are pores, too small to leak and large enough to remember. Brew oolong in such a pot for a year and then fill it with plain hot water: you will smell oolong.</p>

<h2>One pot, one tea</h2>
<p>That is why people give each pot a tea of its own. It need not be strict. A pot for roasted oolongs, another for dark teas, and porcelain for everything green will serve a household for decades. What it should never meet is anything scented, because jasmine does not leave.</p>

<h2>The first day</h2>
<ol>
<li>Rinse the <a href="/product/yixing-zini-pot/">pot</a> with warm water, inside and out, until no dust comes.</li>
<li>Put it in a pan of cool water with a handful of the tea you have chosen, and bring it slowly to a simmer.</li>
<li>Twenty minutes, no boil: it must not rattle.</li>
<li>Let it cool in the water and dry in the air, with the lid off.</li>
</ol>
<p>Everything else that is told about seasoning, with tofu and sugar cane, makes a good story.</p>

<h2>Every other day</h2>
<p>Empty it, rinse it with hot water, wipe the outside with a cloth, leave the lid off. No soap. If soap has happened, boil the pot in fresh water three times and brew tea in it that you do not drink. It will forgive you by the weekend.</p>

<h2>Is it worth it?</h2>
<p>For the tea, a little. A good gaiwan shows more. For the hand, the weight, and the small brown mirror that a pot becomes after ten years, yes.</p>
`.trim(),
}
