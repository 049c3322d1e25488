import type { SeedPage } from './types.ts'

export const teaGuide: SeedPage = {
  slug: 'tea-guide',
  title: 'Tea guide',
  excerpt:
    'The plant, the six kinds, water, pots, times, keeping and words: what we would have liked to read in our first year.',
  html: `
<p>This page is for reading in pieces. Nothing in it is a law. Where we give a number it is the one we begin with ourselves, and by the third cup of a new tea we have usually changed it.</p>

<h2>One plant</h2>
<p>All tea comes from <em>Camellia sinensis</em>, an evergreen that would grow into a tree if nobody picked it. There are two main varieties, a small-leafed one that stands a little frost and a large-leafed one from the warm south, and some thousands of cultivars. What separates a white tea from a black one is not the bush but the two days after picking.</p>
<p>Infusions of other plants are called tisanes. We sell some that we are fond of, and keep the word tea for the other thing.</p>

<h2>The six kinds</h2>
<p>Turn a card over for a first recipe.</p>
[flip_boxes columns="3"]
[flip_box title="White" text="Withered and dried, and left alone." picture="{kind-white}" url="/product-category/white-tea/" label="White teas"]<p>4 g, 200 ml, 90 °C, four minutes. Three or four infusions, each a minute longer.</p>[/flip_box]
[flip_box title="Green" text="Heated while fresh, so it stays green." picture="{kind-green}" url="/product-category/green-tea/" label="Green teas"]<p>3 g, 200 ml, 75 °C, two minutes. The second infusion takes half as long.</p>[/flip_box]
[flip_box title="Yellow" text="Green tea that was wrapped warm for a night." picture="{category-yellow-tea}" url="/product-category/yellow-tea/" label="Yellow teas"]<p>3 g, 200 ml, 80 °C, three minutes. Patient, and hard to spoil.</p>[/flip_box]
[flip_box title="Oolong" text="Bruised at the edges, stopped half way." picture="{kind-oolong}" url="/product-category/oolong/" label="Oolongs"]<p>5 g, 120 ml, 95 °C, thirty seconds. Then six more infusions.</p>[/flip_box]
[flip_box title="Black" text="Rolled, and allowed to turn completely." picture="{kind-black}" url="/product-category/black-tea/" label="Black teas"]<p>3 g, 200 ml, just off the boil, four minutes. Two infusions if the leaf is whole.</p>[/flip_box]
[flip_box title="Dark" text="Fermented after it was made, often pressed." picture="{kind-dark}" url="/product-category/dark-tea/" label="Dark teas"]<p>5 g, 150 ml, boiling. Rinse it once, then begin with fifteen seconds.</p>[/flip_box]
[/flip_boxes]

<h2>How far the leaf has turned</h2>
<p>A bruised leaf browns like a cut apple. Tea makers call it oxidation, and most of their skill lies in stopping it. These are typical figures; a maker who wants to can miss them on purpose.</p>
[skill_bars]
[skill label="Green tea" percent="3"][/skill]
[skill label="Yellow tea" percent="8"][/skill]
[skill label="White tea" percent="10"][/skill]
[skill label="High mountain oolong" percent="25"][/skill]
[skill label="Rock oolong from Wuyi" percent="55"][/skill]
[skill label="Oriental Beauty" percent="70"][/skill]
[skill label="Black tea" percent="95"][/skill]
[/skill_bars]
<p>Dark tea is not in the list, since it changes by other means: microbes, moisture and years.</p>

<h2>Water</h2>
<p>A cup of tea is about 99 parts water. Soft to medium water without chlorine is what you want; if your kettle furs up within a month, a filter jug will change your tea more than any new tin. The whole story is in <a href="/blog/water-before-leaf/">Water before leaf</a>.</p>
<h3>Heat without a thermometer</h3>
<ul>
<li>Boiling, then five minutes with the lid open: about 80 °C in a one-litre kettle.</li>
<li>Each pouring from one cold vessel into another: about ten degrees less.</li>
<li>Small bubbles on the bottom and a little steam: 70 to 75 °C.</li>
</ul>

<h2>Leaf and time</h2>
<p>There are two ways, and both are right. In the western one, two or three grams lie in a cup of water for minutes. In the Chinese one, two or three times as much leaf meets half the water for seconds, again and again. If a tea is bitter, shorten the time first, then lower the heat. If it is thin, add leaf before you add minutes.</p>
<p>The <a href="/product/pocket-scale/">scale</a> is the cheapest improvement there is. Spoons lie: a heaped one holds one gram of a large white tea and four of rolled oolong.</p>

<h2>Pots and cups</h2>
<p>One pot for company and one small vessel for yourself will do for years. <a href="/blog/which-pot-for-which-tea/">Which pot for which tea</a> explains what walls and spouts do. If you buy a single thing, let it be a <a href="/product/white-porcelain-gaiwan/">gaiwan</a>, and if you dislike hot fingers, an <a href="/product/infuser-basket/">infuser basket</a> in your favourite mug.</p>

<h2>Seasons</h2>
<p>Tea has a calendar. First pickings in spring are sweet and quick to fade, summer brings body, autumn perfume. What that means for prices is in <a href="/blog/what-first-flush-means/">What first flush means</a>. Dark tea and old white tea ignore all this, and are at their best in a January.</p>

<h2>Caffeine</h2>
<p>A cup has some 20 to 60 milligrams, coffee about twice as much. The kind of tea tells you less than you may have heard: buds and young leaves have more, old leaves and stalks less, and long, hot steeping brings more of it into the cup. For the evening there are <a href="/product/kyoto-hojicha/">hojicha</a>, which has little, and <a href="/product/cederberg-rooibos/">rooibos</a>, which has none.</p>

<h2>Keeping it</h2>
<p>Dark, dry, closed, and far from coffee and cloves. Green and yellow teas are for this year, black and roasted ones for the next two, white and dark ones for your heirs. <a href="/blog/keeping-tea-through-winter/">Keeping tea through winter</a> goes from cupboard to cupboard.</p>

<h2>Words you will meet</h2>
<ul>
<li><strong>Cultivar</strong>: a bush that was bred and is propagated by cuttings, so that each is the same as its parent.</li>
<li><strong>Flush</strong>: a time of growth, and the picking that follows it.</li>
<li><strong>Gongfu</strong>: with skill and patience; said of brewing in small amounts.</li>
<li><strong>Kill-green</strong>: the heat that ends oxidation, in a pan or by steam.</li>
<li><strong>Liquor</strong>: what is in the cup. Nobody will think less of you for saying tea.</li>
<li><strong>Mouthfeel</strong>: whether it is thin or thick, once you stop asking how it tastes.</li>
</ul>

<h2>Where to go from here</h2>
<p>The <a href="/product/six-kinds-sampler/">Six Kinds sampler</a> has one of each, with enough for three evenings. <a href="/blog/reading-a-tea-label/">How to read a tea label</a> helps in any shop, including ours. And if a question is left over, it may be among the <a href="/faq/">questions and answers</a>.</p>
`.trim(),
}
