import type { SeedPost } from '../types.ts'

export const waterBeforeLeaf: SeedPost = {
  slug: 'water-before-leaf',
  title: 'Water before leaf',
  excerpt:
    'A cup of tea is ninety-nine parts water. What comes out of your tap, and how hot you let it get, will change the taste more than the next ten dollars you spend on leaf.',
  category: 'Brewing',
  tags: ['water', 'temperature', 'beginners'],
  daysAgo: 12,
  picture: 'post-water-before-leaf',
  figure: {
    before: 'In the mountains',
    picture: 'gooseneck-kettle-in-use',
    caption: 'A kettle that stops at the degree you choose saves the second pour.',
  },
  html: `
<p>Every few weeks somebody writes to say that a tea tasted wonderful at a friend’s place in Vancouver and flat at home in Kitchener. Same tin, same spoon, same minutes. We ask one question: where does the water come from?</p>

<h2>What is in your tap</h2>
<p>Water is never just water. It carries calcium and magnesium from the rock it has run through, it carries bicarbonate, which soaks up acid, and in town it carries something to keep it safe in the pipes. All three reach your cup.</p>

<h3>Hardness</h3>
<p>Vancouver drinks rain and snowmelt from granite valleys, among the softest city water anywhere. Tea made with it is clear and bright, and strong black tea can even turn a little sharp. Kitchener and Waterloo pump much of theirs out of limestone, and so do many towns on the prairies. There the same leaf comes out dark and dull, with a film on top that breaks like thin ice. The film is harmless, a compound of calcium with the tea’s own tannins, but the flavour that should have been in the cup is partly in the film.</p>
<p>Somewhere in the middle is best. Water with fifty to a hundred milligrams of hardness per litre gives body without dulling the scent. Your city publishes its figure every year, usually in a report called drinking water quality. Toronto and Montréal sit a little above that range, which is quite good enough.</p>

<h3>Chlorine and chloramine</h3>
<p>If the kettle smells like a swimming pool, the leaf will not cover it up. Plain chlorine goes off when water boils or stands overnight in a jug. Chloramine, which Toronto and many other cities use because it lasts longer, does not leave so easily. An ordinary carbon filter jug takes care of both, and it is the cheapest improvement we know.</p>

<h3>What about bottled water?</h3>
<p>Look at the label for dry residue or total dissolved solids, and choose something around a hundred milligrams per litre. Mineral waters with three or four hundred are made for the dinner table, and distilled water makes tea that tastes of nothing in particular. Neither is worth carrying home.</p>

<h2>How hot is hot enough</h2>
<p>Heat decides what leaves the leaf first. Amino acids, which taste sweet and savoury, dissolve readily even in warm water. Catechins and caffeine, which taste bitter and dry, need more heat and more time. So a green tea at 70 °C is mostly broth and sweetness, while the same leaf at 100 °C is everything at once.</p>
<ul>
<li><strong>50 to 60 °C</strong> for gyokuro: comfortable to hold in a cup.</li>
<li><strong>70 to 80 °C</strong> for Japanese sencha and the tender greens of early spring, such as <a href="/product/bi-luo-chun/">Bi Luo Chun</a>.</li>
<li><strong>80 to 90 °C</strong> for most Chinese greens, yellow teas, buddy white teas and first flush Darjeeling.</li>
<li><strong>90 to 95 °C</strong> for light oolongs and leafy white teas.</li>
<li><strong>Off the boil</strong> for roasted oolong, black and dark tea, and everything herbal.</li>
</ul>

<h3>Without a thermometer</h3>
<p>Boil the kettle and pour the water into an empty pitcher: it loses about ten degrees. Pour it again into the cups and it loses nearly another ten. Two pours and a short wait bring you close to 75 °C, and the cups are warm as well. If you would rather press a button, our <a href="/product/gooseneck-kettle/">gooseneck kettle</a> stops at the degree you choose.</p>

<h3>In the mountains</h3>
<p>Water boils at about 96 or 97 °C in Calgary and around 95 in Banff. You cannot make it hotter in an open kettle, but you can preheat the pot, put the lid on at once and give a black tea an extra minute.</p>

<h2>An experiment for Saturday</h2>
<p>Take one tea you know well. Brew it in two identical cups, one with water straight from the tap and one with filtered water, the same grams and the same minutes. Taste them side by side while they cool. Then do it again with filtered water only, one cup at boiling and one ten degrees below.</p>
<p>Most people hear the difference, so to speak, at once. After that the numbers on a label stop being rules and turn into a place to start from. Ours are printed on every tin, in grams, millilitres, degrees and minutes, and you are welcome to argue with them.</p>
`.trim(),
}
