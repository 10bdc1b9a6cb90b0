//! Arrow rows as JSON, for comparison.

use arrow_array::cast::AsArray;
use arrow_array::types::{Int32Type, Int64Type, TimestampMicrosecondType};
use arrow_array::{Array, StructArray};
use arrow_schema::DataType;
use serde_json::Value;

/// Returns one value of an array; nulls stay as keys.
pub fn value(array: &dyn Array, at: usize) -> Value {
    if array.is_null(at) {
        return Value::Null;
    }
    match array.data_type() {
        DataType::Boolean => array.as_boolean().value(at).into(),
        DataType::Int32 => array.as_primitive::<Int32Type>().value(at).into(),
        DataType::Int64 => array.as_primitive::<Int64Type>().value(at).into(),
        DataType::Timestamp(..) => array.as_primitive::<TimestampMicrosecondType>().value(at).into(),
        DataType::Utf8 => array.as_string::<i32>().value(at).into(),
        DataType::List(_) => {
            let items = array.as_list::<i32>().value(at);
            (0..items.len()).map(|at| value(&items, at)).collect::<Vec<Value>>().into()
        }
        DataType::Struct(_) => row(array.as_struct(), at),
        other => panic!("the schema has no {other}"),
    }
}

fn row(array: &StructArray, at: usize) -> Value {
    let named = array.fields().iter().zip(array.columns());
    named.map(|(field, column)| (field.name().clone(), value(column, at))).collect::<serde_json::Map<_, _>>().into()
}
