//! Columns that grow row by row: a builder for each type of column, and groups of columns as one struct column.
//!
//! Integers are signed, because Spark and other readers have no unsigned types.

use arrow_array::builder::{
    ArrayBuilder, BooleanBuilder, Int32Builder, Int64Builder, ListBuilder, StringBuilder, TimestampMicrosecondBuilder,
};
use arrow_schema::{DataType, Field, TimeUnit};
use std::sync::Arc;

/// The time zone of all times.
const UTC: &str = "UTC";

/// A column of the schema.
pub(crate) trait Column: ArrayBuilder + Sized {
    /// Creates the column without rows.
    fn empty() -> Self;

    /// Returns the type in the schema.
    fn data_type() -> DataType;

    /// Appends a null.
    fn null(&mut self);

    /// Appends a value for a field that is never null, in a row whose struct is null: readers of Parquet refuse a null
    /// there, though the struct hides it.
    fn blank(&mut self);

    /// Returns the approximate size in bytes of what was appended since the last `finish`.
    fn bytes(&self) -> usize;
}

macro_rules! fixed {
    ($($builder:ty, $new:expr, $of:expr, $blank:literal, $width:literal;)+) => {$(
        impl Column for $builder {
            fn empty() -> Self {
                $new
            }

            fn data_type() -> DataType {
                $of
            }

            fn null(&mut self) {
                self.append_null();
            }

            fn blank(&mut self) {
                self.append_value($blank);
            }

            fn bytes(&self) -> usize {
                self.len() * $width
            }
        }
    )+};
}

fixed! {
    BooleanBuilder, BooleanBuilder::new(), DataType::Boolean, false, 1;
    Int32Builder, Int32Builder::new(), DataType::Int32, 0, 4;
    Int64Builder, Int64Builder::new(), DataType::Int64, 0, 8;
    TimestampMicrosecondBuilder, TimestampMicrosecondBuilder::new().with_timezone(UTC),
        DataType::Timestamp(TimeUnit::Microsecond, Some(UTC.into())), 0, 8;
}

impl Column for StringBuilder {
    fn empty() -> Self {
        StringBuilder::new()
    }

    fn data_type() -> DataType {
        DataType::Utf8
    }

    fn null(&mut self) {
        self.append_null();
    }

    fn blank(&mut self) {
        self.append_value("");
    }

    fn bytes(&self) -> usize {
        self.values_slice().len() + self.len() * 4
    }
}

impl<T: Column> Column for ListBuilder<T> {
    fn empty() -> Self {
        ListBuilder::new(T::empty())
    }

    fn data_type() -> DataType {
        DataType::List(Arc::new(Field::new_list_field(T::data_type(), true)))
    }

    fn null(&mut self) {
        self.append(false);
    }

    fn blank(&mut self) {
        self.append(true);
    }

    fn bytes(&self) -> usize {
        self.values_ref().bytes() + self.len() * 4
    }
}

/// Appends a list, or null where there is none.
pub(crate) fn list<T: Column, I>(
    to: &mut ListBuilder<T>,
    items: Option<impl IntoIterator<Item = I>>,
    mut append: impl FnMut(&mut T, I),
) {
    let is_some = items.is_some();
    items.into_iter().flatten().for_each(|item| append(to.values(), item));
    to.append(is_some);
}

/// Declares a struct column: its fields in order, each with its builder, `required` or `optional`.
macro_rules! group {
    (@is_nullable required) => { false };
    (@is_nullable optional) => { true };
    (@hidden required $field:expr) => { $crate::columns::Column::blank(&mut $field) };
    (@hidden optional $field:expr) => { $crate::columns::Column::null(&mut $field) };
    ($(#[$meta:meta])* $name:ident { $($field:ident: $need:ident $builder:ty),+ $(,)? }) => {
        $(#[$meta])*
        pub(crate) struct $name {
            $(pub(crate) $field: $builder,)+
            present: arrow_array::builder::NullBufferBuilder,
        }

        impl $name {
            /// Returns the fields of the struct.
            pub(crate) fn fields() -> arrow_schema::Fields {
                [$(arrow_schema::Field::new(
                    stringify!($field),
                    <$builder as $crate::columns::Column>::data_type(),
                    $crate::columns::group!(@is_nullable $need),
                )),+]
                .into_iter()
                .collect()
            }

            /// Ends a row of which every field was appended.
            pub(crate) fn end(&mut self) {
                self.present.append_non_null();
            }

            /// Returns all rows and empties the column.
            pub(crate) fn rows(&mut self) -> arrow_array::StructArray {
                let columns = vec![$(arrow_array::builder::ArrayBuilder::finish(&mut self.$field)),+];
                // Fails only if a row appended some of its fields, which no input causes.
                arrow_array::StructArray::new(Self::fields(), columns, self.present.finish())
            }
        }

        impl $crate::columns::Column for $name {
            fn empty() -> Self {
                $name {
                    $($field: <$builder as $crate::columns::Column>::empty(),)+
                    present: arrow_array::builder::NullBufferBuilder::new(0),
                }
            }

            fn data_type() -> arrow_schema::DataType {
                arrow_schema::DataType::Struct(Self::fields())
            }

            fn null(&mut self) {
                $($crate::columns::group!(@hidden $need self.$field);)+
                self.present.append_null();
            }

            fn blank(&mut self) {
                $($crate::columns::group!(@hidden $need self.$field);)+
                self.present.append_non_null();
            }

            fn bytes(&self) -> usize {
                0 $(+ <$builder as $crate::columns::Column>::bytes(&self.$field))+
            }
        }

        impl arrow_array::builder::ArrayBuilder for $name {
            fn len(&self) -> usize {
                self.present.len()
            }

            fn finish(&mut self) -> arrow_array::ArrayRef {
                std::sync::Arc::new(self.rows())
            }

            fn finish_cloned(&self) -> arrow_array::ArrayRef {
                let columns = vec![$(arrow_array::builder::ArrayBuilder::finish_cloned(&self.$field)),+];
                std::sync::Arc::new(arrow_array::StructArray::new(
                    Self::fields(),
                    columns,
                    self.present.finish_cloned(),
                ))
            }

            fn as_any(&self) -> &dyn std::any::Any {
                self
            }

            fn as_any_mut(&mut self) -> &mut dyn std::any::Any {
                self
            }

            fn into_box_any(self: Box<Self>) -> Box<dyn std::any::Any> {
                self
            }
        }
    };
}

pub(crate) use group;

/// Returns a count or an index as the schema stores it.
pub(crate) fn count(number: usize) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

/// Returns a count that may exceed 31 bits as the schema stores it.
pub(crate) fn total(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
