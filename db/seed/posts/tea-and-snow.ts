import type { SeedPost } from '../types.ts'

export const teaAndSnow: SeedPost = {
  slug: 'tea-and-snow',
  title: 'Tea in the snow',
  excerpt:
    'A flask, a thermos lid and a bench at minus twelve: what survives an hour in a backpack, and which teas taste better with mittens on.',
  category: 'Brewing',
  tags: ['winter', 'travel', 'black tea'],
  daysAgo: 146,
  picture: 'lapsang-souchong-place',
  html: `
<p>Every February we walk the frozen edge of Lake Simcoe with more flasks than people. It began as a bet about Lapsang Souchong and has become the most useful tasting of our year, because nothing sorts tea like an hour at ninety degrees in the dark.</p>

<h2>Leaf out, then lid on</h2>
<p>The mistake is to carry the leaf along. Tea goes on steeping in a flask for as long as it stays hot, and a good flask stays hot until supper. Brew a strong pot at home, strain it, warm the flask with boiling water, empty it, and fill it to the brim. Air is what cools tea, so a half-full flask is a cold flask.</p>

<h2>What does well</h2>
<ul>
<li><strong>Smoked and roasted teas.</strong> <a href="/product/lapsang-souchong/">Lapsang Souchong</a> and <a href="/product/kyoto-hojicha/">hojicha</a> taste the same after two hours as after two minutes.</li>
<li><strong>Dark teas.</strong> <a href="/product/menghai-shou/">Ripe pu’er</a> only gets rounder.</li>
<li><strong>Spiced tea.</strong> <a href="/product/masala-chai/">Masala chai</a> with the milk already in it is soup, in the best sense.</li>
</ul>

<h2>What does not</h2>
<p>Green tea turns to spinach water within half an hour, and scented teas lose their flowers first. If you want something light, carry hot water in the flask and a gaiwan in a sock. Your fingers will complain, but the tea will be right.</p>

<h2>The bench</h2>
<p>Cold air takes the smell away before it reaches you, so pour less and drink sooner than you would indoors. Two fingers of tea in the lid, three times, beats one lid full. And bring a spare pair of gloves: somebody always spills.</p>
`.trim(),
}
