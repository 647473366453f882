//! Tables as files.

use std::fs;
use std::path::PathBuf;

use skidpad_formats::telemetry::Table;

/// An empty folder of its own for each test.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn sample() -> Table {
    let mut table = Table::new();
    table.push("t_s", vec![0.0, 0.1, 0.2]);
    table.push("speed_m_s", vec![-0.0, 0.1 + 0.2, 1e300]);
    table.push("a, \"b\"", vec![f64::MIN_POSITIVE, f64::MAX, -1.0 / 3.0]);
    table
}

fn files(folder: &PathBuf) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn csv_reads_back_to_the_same_bits() {
    let folder = folder("csv");
    let path = folder.join("run.CSV");
    fs::write(&path, "old").unwrap();
    sample().write(&path).unwrap();
    let mut reader = csv::Reader::from_path(&path).unwrap();
    let header: Vec<String> = reader.headers().unwrap().iter().map(str::to_owned).collect();
    assert_eq!(header, ["t_s", "speed_m_s", "a, \"b\""]);
    for (index, row) in reader.records().enumerate() {
        for (text, (_, values)) in row.unwrap().iter().zip(sample().columns()) {
            assert_eq!(text.parse::<f64>().unwrap().to_bits(), values[index].to_bits(), "{text}");
        }
    }
    assert_eq!(files(&folder), ["run.CSV"]);
}

#[cfg(feature = "parquet")]
#[test]
fn parquet_reads_back_to_the_same_bits() {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::RowAccessor;

    let folder = folder("parquet");
    let path = folder.join("run.parquet");
    sample().write(&path).unwrap();
    let reader = SerializedFileReader::new(fs::File::open(&path).unwrap()).unwrap();
    let schema = reader.metadata().file_metadata().schema_descr();
    let names: Vec<&str> = schema.columns().iter().map(|column| column.name()).collect();
    assert_eq!(names, ["t_s", "speed_m_s", "a, \"b\""]);
    let rows: Vec<_> = reader.get_row_iter(None).unwrap().map(Result::unwrap).collect();
    assert_eq!(rows.len(), 3);
    for (index, row) in rows.iter().enumerate() {
        for (column, (_, values)) in sample().columns().iter().enumerate() {
            assert_eq!(row.get_double(column).unwrap().to_bits(), values[index].to_bits());
        }
    }
    assert_eq!(files(&folder), ["run.parquet"]);
    let mut first = Vec::new();
    sample().write_parquet(&mut first).unwrap();
    assert_eq!(first, fs::read(&path).unwrap(), "the same table gives the same bytes");
}

#[test]
fn a_table_without_rows_is_written() {
    let folder = folder("no-rows");
    let mut table = Table::new();
    table.push("t_s", Vec::new());
    table.write(&folder.join("a.csv")).unwrap();
    assert_eq!(fs::read_to_string(folder.join("a.csv")).unwrap(), "t_s\n");
    #[cfg(feature = "parquet")]
    table.write(&folder.join("a.parquet")).unwrap();
}

#[test]
fn what_cannot_be_written_says_why_and_leaves_nothing() {
    let folder = folder("errors");
    let with = |name: &str, values: &[f64]| {
        let mut table = sample();
        table.push(name, values.to_vec());
        table
    };
    for (table, says) in [
        (Table::new(), "the table has no columns"),
        (with("x_m", &[0.0, 1.0, f64::NAN]), "column `x_m` is NaN in row 2"),
        (with("x_m", &[0.0, f64::NEG_INFINITY, 1.0]), "column `x_m` is -inf in row 1"),
        (with("x_m", &[0.0]), "column `x_m` has 1 rows and `t_s` 3"),
        (with("t_s", &[0.0; 3]), "two columns are called `t_s`"),
        (with("", &[0.0; 3]), "a column is named \"\""),
        (with("a\nb", &[0.0; 3]), "a column is named \"a\\nb\""),
    ] {
        let path = folder.join("run.csv");
        let error = table.write(&path).unwrap_err().to_string();
        assert!(error.starts_with(&path.display().to_string()) && error.contains(says), "{error}");
        assert!(table.write_csv(&mut Vec::new()).unwrap_err().to_string().starts_with(says));
    }
    for (name, says) in [
        ("run", "end the name in .csv, .parquet, .mcap or .ld"),
        ("run.xlsx", "end the name in .csv, .parquet, .mcap or .ld"),
        ("nowhere/run.csv", "create it first"),
    ] {
        let error = sample().write(&folder.join(name)).unwrap_err().to_string();
        assert!(error.contains(says), "{error}");
    }
    assert!(files(&folder).is_empty());
    fs::create_dir(folder.join("run.csv")).unwrap();
    fs::write(folder.join("run.csv/keep"), "").unwrap();
    assert!(
        sample().write(&folder.join("run.csv")).unwrap_err().to_string().contains("is a folder; name a file")
    );
    assert_eq!(files(&folder), ["run.csv"]);
}
