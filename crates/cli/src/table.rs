//! A table of words in columns that line up, broken into bands where the page is too narrow.

use crate::style::{Page, Tone};

/// A cell: its text and how it is meant.
#[derive(Clone, Debug)]
pub(crate) struct Cell {
    text: String,
    tone: Option<Tone>,
}

impl Cell {
    /// A cell without a tone.
    pub(crate) fn plain(text: impl Into<String>) -> Cell {
        Cell { text: text.into(), tone: None }
    }

    /// A cell with a tone.
    pub(crate) fn toned(tone: Tone, text: impl Into<String>) -> Cell {
        Cell { text: text.into(), tone: Some(tone) }
    }

    fn width(&self) -> usize {
        self.text.chars().count()
    }
}

/// Rows under a heading; the first column names the row.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    heading: Vec<Cell>,
    rows: Vec<Vec<Cell>>,
}

/// Columns between two cells.
const GAP: usize = 2;

impl Table {
    /// A table with these headings.
    pub(crate) fn new(heading: impl IntoIterator<Item = String>) -> Table {
        Table { heading: heading.into_iter().map(|text| Cell::toned(Tone::Strong, text)).collect(), rows: Vec::new() }
    }

    /// Adds a row.
    pub(crate) fn push(&mut self, row: Vec<Cell>) {
        self.rows.push(row);
    }

    /// The table as text. The first column may take half of the page, longer names are cut; columns that do not fit
    /// beside it go into a further band under it.
    pub(crate) fn render(&self, page: Page) -> String {
        let first = self.width_of(0).min(page.width / 2);
        let mut out = String::new();
        let mut next = 1;
        while next < self.heading.len() {
            let start = next;
            let mut used = first;
            while next < self.heading.len() {
                let width = GAP + self.width_of(next);
                if next > start && used + width > page.width {
                    break;
                }
                used += width;
                next += 1;
            }
            if start > 1 {
                out.push('\n');
            }
            for row in std::iter::once(&self.heading).chain(&self.rows) {
                self.render_row(row, first, start..next, page, &mut out);
            }
        }
        out
    }

    fn width_of(&self, column: usize) -> usize {
        let cells = std::iter::once(&self.heading).chain(&self.rows).filter_map(|row| row.get(column));
        cells.map(Cell::width).max().unwrap_or(0)
    }

    fn render_row(&self, row: &[Cell], first: usize, band: std::ops::Range<usize>, page: Page, out: &mut String) {
        let columns = std::iter::once((0, first)).chain(band.map(|column| (column, self.width_of(column))));
        let mut line = String::new();
        let mut owed = 0;
        for (column, width) in columns {
            let Some(cell) = row.get(column) else { continue };
            let text = cut(&cell.text, width);
            line.extend(std::iter::repeat_n(' ', owed));
            owed = GAP + width.saturating_sub(text.chars().count());
            match cell.tone {
                Some(tone) => line.push_str(&page.paint(tone, &text)),
                None => line.push_str(&text),
            }
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
}

/// The text in at most `width` columns, with an ellipsis where something is missing.
fn cut(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let mut short: String = text.chars().take(width.saturating_sub(1)).collect();
    short.push('…');
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        let mut table = Table::new(["tool", "east", "west"].map(str::to_owned));
        table.push(["get_weather_at_a_place", "as is", "refused"].map(Cell::plain).to_vec());
        table.push(["sum", "encoded", "as is"].map(Cell::plain).to_vec());
        table
    }

    #[test]
    fn lines_up() {
        let wide = "tool                    east     west\n\
                    get_weather_at_a_place  as is    refused\n\
                    sum                     encoded  as is\n";
        assert_eq!(table().render(Page::plain(80)), wide);
    }

    #[test]
    fn breaks_into_bands_and_cuts_names() {
        let narrow = "tool        east\n\
                      get_weath…  as is\n\
                      sum         encoded\n\
                      \n\
                      tool        west\n\
                      get_weath…  refused\n\
                      sum         as is\n";
        assert_eq!(table().render(Page::plain(20)), narrow);
    }
}
